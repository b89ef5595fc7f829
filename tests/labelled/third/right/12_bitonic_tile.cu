#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <int N>
__global__ void bitonic(unsigned *data)
{
    __shared__ unsigned key[N];
    unsigned tid = threadIdx.x;
    unsigned *mine = data + blockIdx.x * N;

    key[tid] = mine[tid];
    __syncthreads();

    for (unsigned k = 2; k <= N; k <<= 1) {
        for (unsigned j = k >> 1; j > 0; j >>= 1) {
            unsigned other = tid ^ j;
            if (other > tid) {
                bool up = (tid & k) == 0;
                if ((key[tid] > key[other]) == up) {
                    unsigned t = key[tid];
                    key[tid] = key[other];
                    key[other] = t;
                }
            }
            __syncthreads();
        }
    }
    mine[tid] = key[tid];
}

int main()
{
    constexpr int N = 512;
    constexpr int tiles = 4;
    unsigned *d;
    cudaMallocManaged(&d, N * tiles * sizeof(unsigned));
    std::srand(1);
    for (int i = 0; i < N * tiles; ++i)
        d[i] = std::rand() % 10000;
    bitonic<N><<<tiles, N>>>(d);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int t = 0; t < tiles; ++t)
        for (int i = 1; i < N; ++i)
            if (d[t * N + i - 1] > d[t * N + i]) ++bad;
    std::printf("%d out of order\n", bad);
    cudaFree(d);
    return 0;
}
