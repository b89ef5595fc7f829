#include <iostream>
#include <vector>
#include <cuda_runtime.h>

template <typename T>
__global__ void correlate(const T *signal, int n, const T *pattern, int m, T *score)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + m > n)
        return;
    T acc;
    for (int k = 0; k < m; ++k)
        acc += signal[i + k] * pattern[k];
    score[i] = acc;
}

int main()
{
    const int n = 2000, m = 24;
    const int outputs = n - m + 1;
    std::vector<int> s(n), p(m), r(outputs);
    for (int i = 0; i < n; ++i) s[i] = i % 9 - 4;
    for (int i = 0; i < m; ++i) p[i] = i % 2 ? 1 : -1;

    int *ds, *dp, *dr;
    cudaMalloc(&ds, n * sizeof(int));
    cudaMalloc(&dp, m * sizeof(int));
    cudaMalloc(&dr, outputs * sizeof(int));
    cudaMemcpy(ds, s.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dp, p.data(), m * sizeof(int), cudaMemcpyHostToDevice);

    const int threads = 256;
    const int blocks = (outputs + threads - 1) / threads;
    correlate<int><<<blocks, threads>>>(ds, n, dp, m, dr);

    cudaMemcpy(r.data(), dr, outputs * sizeof(int), cudaMemcpyDeviceToHost);
    std::cout << r[0] << " " << r[outputs - 1] << "\n";
    cudaFree(ds); cudaFree(dp); cudaFree(dr);
}
