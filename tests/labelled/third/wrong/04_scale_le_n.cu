#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void scaleVector(const double *in, double *out, double factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = in[i] * factor;
}

int main()
{
    const int n = 1024;
    const int threads = 256;
    const int blocks = n / threads + 1;
    std::vector<double> host(n);
    for (int i = 0; i < n; ++i)
        host[i] = i * 0.5;

    double *in, *out;
    cudaMalloc(&in, n * sizeof(double));
    cudaMalloc(&out, n * sizeof(double));
    cudaMemcpy(in, host.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    scaleVector<<<blocks, threads>>>(in, out, 3.0, n);

    cudaMemcpy(host.data(), out, n * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("%g ... %g\n", host[0], host[n - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
