#include <cuda_runtime.h>
#include <cstdio>

constexpr int TPB = 128;
constexpr int NBLK = 6;
constexpr int CELLS = TPB * NBLK;

__device__ int gathered = 0;

__device__ void gridSync()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&gathered, 1);
        while (atomicAdd(&gathered, 0) < (int)gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void waves(volatile float *u, volatile float *v, int steps)
{
    const int i = blockIdx.x * TPB + threadIdx.x;
    const int left = (i + CELLS - 1) % CELLS;
    const int right = (i + 1) % CELLS;

    for (int s = 0; s < steps; ++s) {
        if (s % 2 == 0)
            v[i] = 0.5f * (u[left] + u[right]);
        else
            u[i] = 0.5f * (v[left] + v[right]);
        gridSync();
    }
}

int main()
{
    float *u, *v;
    cudaMallocManaged(&u, CELLS * sizeof(float));
    cudaMallocManaged(&v, CELLS * sizeof(float));
    for (int i = 0; i < CELLS; ++i) {
        u[i] = i < 100 ? 1.0f : 0.0f;
        v[i] = 0.0f;
    }

    waves<<<NBLK, TPB>>>(u, v, 40);
    cudaDeviceSynchronize();

    float total = 0.0f;
    for (int i = 0; i < CELLS; ++i)
        total += u[i];
    std::printf("total %f (100 expected)\n", total);
    cudaFree(u);
    cudaFree(v);
    return 0;
}
