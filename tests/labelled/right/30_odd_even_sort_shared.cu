#include <cuda_runtime.h>
#include <iostream>

template <typename T>
__device__ inline void cmpSwap(T& a, T& b) { if (b < a) { T t = a; a = b; b = t; } }

template <typename T, int CAP>
__global__ void oddEvenSort(T* data, int n)
{
    __shared__ T s[CAP];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = data[i];
    __syncthreads();
    for (int phase = 0; phase < n; ++phase) {
        int left = 2 * threadIdx.x + (phase & 1);
        if (left + 1 < n) cmpSwap(s[left], s[left + 1]);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = s[i];
}

int main()
{
    const int n = 201;
    int h[n];
    for (int i = 0; i < n; ++i) h[i] = (n - i) * 13 % 197;
    int* d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    oddEvenSort<int, 256><<<1, 128>>>(d, n);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i + 1 < n; ++i)
        if (h[i] > h[i + 1]) std::cout << "unsorted at " << i << "\n";
    cudaFree(d);
}
