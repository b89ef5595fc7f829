#include <cstdio>
#include <cfloat>
#include <cuda_runtime.h>

// arg-min of each block, then the distance of every element to that minimum,
// averaged; the index area is reused for the distances
__global__ void argminSpread(const float *in, int n, int *where, float *spread)
{
    extern __shared__ unsigned char raw[];
    float *val = reinterpret_cast<float *>(raw);
    int   *idx = reinterpret_cast<int *>(raw + blockDim.x * sizeof(float));
    float *dst = reinterpret_cast<float *>(idx);

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    float mine = i < n ? in[i] : FLT_MAX;
    val[t] = mine;
    idx[t] = i;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s && val[t + s] < val[t]) {
            val[t] = val[t + s];
            idx[t] = idx[t + s];
        }
        __syncthreads();
    }
    if (t == 0) where[blockIdx.x] = idx[0];
    float low = val[0];
    __syncthreads();

    dst[t] = i < n ? mine - low : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) dst[t] += dst[t + s];
        __syncthreads();
    }
    if (t == 0) spread[blockIdx.x] = dst[0];
}

int main()
{
    const int n = 3000, threads = 256;
    const int blocks = (n + threads - 1) / threads;
    float *in, *spread;
    int *where;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&spread, blocks * sizeof(float));
    cudaMallocManaged(&where, blocks * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = float((i * 31 + 7) % 997);

    size_t shmem = threads * (sizeof(float) + sizeof(int));
    argminSpread<<<blocks, threads, shmem>>>(in, n, where, spread);
    cudaDeviceSynchronize();

    for (int b = 0; b < blocks; ++b)
        printf("block %d: min at %d, spread %.1f\n", b, where[b], spread[b]);
    cudaFree(in); cudaFree(spread); cudaFree(where);
    return 0;
}
