#include <cstdio>
#include <cuda_runtime.h>

// A^8 by repeated squaring.  Markov chain transition matrix.
constexpr int kStates = 72;

__global__ void multiply(const double* lhs, const double* rhs, double* out, int n)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n * n) return;
    int r = idx / n;
    int c = idx - r * n;
    double s = 0.0;
    for (int t = 0; t < n; ++t)
        s += lhs[r * n + t] * rhs[t * n + c];
    out[idx] = s;
}

int main()
{
    const int n = kStates;
    const size_t bytes = sizeof(double) * n * n;
    double* h = new double[n * n];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            h[i * n + j] = (j == (i + 1) % n) ? 0.7 : (j == i ? 0.3 : 0.0);

    double *p, *q;
    cudaMalloc(&p, bytes);
    cudaMalloc(&q, bytes);
    cudaMemcpy(p, h, bytes, cudaMemcpyHostToDevice);

    const int threads = 160;
    const int blocks = (n * n + threads - 1) / threads;
    multiply<<<blocks, threads>>>(p, p, q, n);   // q = A^2
    multiply<<<blocks, threads>>>(q, q, p, n);   // p = A^4
    multiply<<<blocks, threads>>>(p, p, q, n);   // q = A^8

    cudaMemcpy(h, q, bytes, cudaMemcpyDeviceToHost);
    double row = 0;
    for (int j = 0; j < n; ++j) row += h[j];
    printf("row sum %.12f\n", row);
    cudaFree(p);
    cudaFree(q);
    delete[] h;
    return 0;
}
