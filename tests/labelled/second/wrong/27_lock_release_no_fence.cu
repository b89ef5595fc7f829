#include <cstdio>
#include <cuda_runtime.h>

__device__ int mutex = 0;

struct Result {
    double energy;
    int blocks;
};

__global__ void accumulate(const double *e, volatile Result *res)
{
    __shared__ double s[64];
    s[threadIdx.x] = e[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    for (int w = 32; w > 0; w /= 2) {
        if (threadIdx.x < w)
            s[threadIdx.x] += s[threadIdx.x + w];
        __syncthreads();
    }

    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            ;
        __threadfence();
        double before = res->energy;
        res->energy = before + s[0];
        res->blocks = res->blocks + 1;
        atomicExch(&mutex, 0);
    }
}

int main()
{
    const int blocks = 50;
    double h[blocks * 64];
    for (int i = 0; i < blocks * 64; ++i) h[i] = 0.5;
    double *e;
    Result *res, r;
    cudaMalloc(&e, sizeof(h));
    cudaMalloc(&res, sizeof(Result));
    cudaMemcpy(e, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(res, 0, sizeof(Result));
    accumulate<<<blocks, 64>>>(e, res);
    cudaMemcpy(&r, res, sizeof(Result), cudaMemcpyDeviceToHost);
    printf("%d blocks, energy %f\n", r.blocks, r.energy);
    cudaFree(e);
    cudaFree(res);
    return 0;
}
