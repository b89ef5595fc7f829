#include <cstdio>
#include <cstdlib>

#define THREADS 256

// each block adds up THREADS values
__global__ void sumBlocks(const float *in, float *out, int n)
{
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    int gid = blockIdx.x * blockDim.x + tid;
    part[tid] = gid < n ? in[gid] : 0.0f;
    __syncthreads();

    for (int stride = THREADS / 2; stride > 0; stride /= 2)
        if (tid < stride)
            part[tid] += part[tid + stride];
    __syncthreads();

    if (tid == 0)
        out[blockIdx.x] = part[0];
}

int main()
{
    const int n = 5000;
    const int blocks = (n + THREADS - 1) / THREADS;
    float *h = (float *)malloc(n * sizeof(float));
    float *p = (float *)malloc(blocks * sizeof(float));
    for (int i = 0; i < n; i++) h[i] = 1.0f;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, blocks * sizeof(float));
    cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);
    sumBlocks<<<blocks, THREADS>>>(in, out, n);
    cudaMemcpy(p, out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    float s = 0;
    for (int b = 0; b < blocks; b++) s += p[b];
    printf("%f (want %d)\n", s, n);
    cudaFree(in);
    cudaFree(out);
    free(h);
    free(p);
    return 0;
}
