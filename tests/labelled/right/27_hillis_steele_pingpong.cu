// inclusive scan of one block, two buffers in dynamic shared memory
#include <cstdio>
#include <cuda_runtime.h>

__global__ void scanBlock(const int* in, int* out, int n)
{
    extern __shared__ int tmp[];
    const int t = threadIdx.x;
    int pout = 0, pin = 1;
    tmp[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int ofs = 1; ofs < n; ofs *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= ofs)
            tmp[pout * blockDim.x + t] = tmp[pin * blockDim.x + t] + tmp[pin * blockDim.x + t - ofs];
        else
            tmp[pout * blockDim.x + t] = tmp[pin * blockDim.x + t];
        __syncthreads();
    }
    if (t < n) out[t] = tmp[pout * blockDim.x + t];
}

int main()
{
    const int n = 500;
    const int threads = 512;
    int h[n];
    for (int i = 0; i < n; ++i) h[i] = i % 3;
    int *a, *b;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&b, sizeof(h));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    scanBlock<<<1, threads, 2 * threads * sizeof(int)>>>(a, b, n);
    cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
    printf("total %d\n", h[n - 1]);
    return 0;
}
