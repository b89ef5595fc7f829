#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int SIZE = 1024;

template <class T>
__device__ void swapCells(T &a, T &b)
{
    T c = a;
    a = b;
    b = c;
}

__global__ void bitonicSort(int *values)
{
    __shared__ int shared[SIZE];
    const unsigned int tid = threadIdx.x;

    shared[tid] = values[tid];
    __syncthreads();

    for (unsigned int k = 2; k <= SIZE; k *= 2) {
        for (unsigned int j = k / 2; j > 0; j /= 2) {
            unsigned int ixj = tid ^ j;
            if (ixj > tid) {
                bool up = (tid & k) == 0;
                if ((shared[tid] > shared[ixj]) == up)
                    swapCells(shared[tid], shared[ixj]);
            }
        }
        __syncthreads();
    }
    values[tid] = shared[tid];
}

int main()
{
    int h[SIZE];
    for (int i = 0; i < SIZE; i++) h[i] = (i * 7919) % 10007;
    int *d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    bitonicSort<<<1, SIZE>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 1; i < SIZE; i++) bad += h[i - 1] > h[i];
    printf("%d out of order\n", bad);
    cudaFree(d);
    return 0;
}
