#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>

__global__ void toFahrenheit(const float* celsius, float* fahrenheit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        fahrenheit[i] = celsius[i] * 1.8f + 32.0f;
}

void reference(const float* celsius, float* fahrenheit, int n)
{
    for (int i = 0; i < n; ++i)
        fahrenheit[i] = celsius[i] * 1.8f + 32.0f;
}

int main()
{
    const int n = 1000;
    float c[n], f[n], r[n];
    for (int i = 0; i < n; ++i) c[i] = -40.0f + 0.1f * i;
    float *dc, *df;
    cudaMalloc(&dc, sizeof(c));
    cudaMalloc(&df, sizeof(f));
    cudaMemcpy(dc, c, sizeof(c), cudaMemcpyHostToDevice);
    cudaMemset(df, 0, sizeof(f));
    int threads = 256;
    int blocks = (int)ceil(n / threads);
    toFahrenheit<<<blocks, threads>>>(dc, df, n);
    cudaMemcpy(f, df, sizeof(f), cudaMemcpyDeviceToHost);
    reference(c, r, n);
    for (int i = 0; i < n; ++i)
        if (std::fabs(f[i] - r[i]) > 1e-3f) { std::printf("mismatch at %d\n", i); return 1; }
    std::printf("fine\n");
    return 0;
}
