#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

extern __shared__ float pool[];

/* c = a * b, all n x n; tile edge = blockDim.x */
__global__ void gemmDyn(const float *a, const float *b, float *c, int n)
{
    int t = blockDim.x;
    float *pa = pool;
    float *pb = &pool[t * t];
    int x = blockIdx.x * t + threadIdx.x;
    int y = blockIdx.y * t + threadIdx.y;
    int me = threadIdx.y * t + threadIdx.x;
    float s = 0;
    for (int o = 0; o < n; o += t) {
        pa[me] = a[y * n + o + threadIdx.x];
        pb[me] = b[(o + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < t; k++)
            s += pa[threadIdx.y * t + k] * pb[k * t + threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = s;
}

int main(int argc, char **argv)
{
    int n = 80;
    int t = 8;
    if (argc > 1) t = atoi(argv[1]);
    size_t bytes = n * n * sizeof(float);
    float *h = (float *)malloc(bytes);
    for (int i = 0; i < n * n; i++) h[i] = 1.0f;
    float *a, *b, *c;
    cudaMalloc(&a, bytes); cudaMalloc(&b, bytes); cudaMalloc(&c, bytes);
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
    dim3 block(t, t), grid(n / t, n / t);
    size_t shm = t * t * sizeof(float);
    gemmDyn<<<grid, block, shm>>>(a, b, c, n);
    cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost);
    printf("%f (n = %d)\n", h[0], n);
    return 0;
}
