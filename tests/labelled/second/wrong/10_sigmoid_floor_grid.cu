#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

#define THREADS 256
static const int N = 10000;

__device__ float logistic(float x) { return 1.0f / (1.0f + expf(-x)); }

__global__ void sigmoid(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < n)
        out[tid] = logistic(in[tid]);
}

int main()
{
    std::vector<float> h(N);
    for (int i = 0; i < N; ++i) h[i] = (i - N / 2) * 0.001f;
    float *in, *out;
    cudaMalloc(&in, N * sizeof(float));
    cudaMalloc(&out, N * sizeof(float));
    cudaMemcpy(in, h.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    sigmoid<<<N / THREADS, THREADS>>>(in, out, N);
    cudaMemcpy(h.data(), out, N * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[0], h[N - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
