#include <cuda_runtime.h>
#include <cstdio>

const int TPB = 64;
const int NB = 16;

struct Link {
    int carry;
    int ready;
};

__device__ int nextTicket = 0;

__global__ void chain(const int *in, int *out, volatile Link *link)
{
    __shared__ int me;
    __shared__ int before;
    __shared__ int sh[TPB];
    int t = threadIdx.x;

    if (t == 0) me = atomicAdd(&nextTicket, 1);
    __syncthreads();
    sh[t] = in[me * TPB + t];
    __syncthreads();

    if (t == 0) {
        for (int k = 1; k < TPB; ++k) sh[k] += sh[k - 1];
        int c = 0;
        if (me > 0) {
            while (link[me - 1].ready == 0) { }
            __threadfence();
            c = link[me - 1].carry;
        }
        link[me].carry = c + sh[TPB - 1];
        __threadfence();
        link[me].ready = 1;
        before = c;
    }
    __syncthreads();
    out[me * TPB + t] = before + sh[t];
}

int main()
{
    constexpr int n = TPB * NB;
    int *in = nullptr, *out = nullptr;
    Link *link = nullptr;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMalloc(&link, NB * sizeof(Link));
    cudaMemset(link, 0, NB * sizeof(Link));
    for (int i = 0; i < n; ++i) in[i] = 1;
    chain<<<NB, TPB>>>(in, out, link);
    cudaDeviceSynchronize();
    printf("last prefix = %d (expect %d)\n", out[n - 1], n);
    cudaFree(in); cudaFree(out); cudaFree(link);
    return 0;
}
