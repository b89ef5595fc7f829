// mean and variance in one pass
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

struct Moments { double sum, sumSq; };

template <int BLOCK>
__global__ void moments(const float* x, int n, Moments* out)
{
    __shared__ double s1[BLOCK];
    __shared__ double s2[BLOCK];
    double a = 0, b = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        a += x[i];
        b += (double)x[i] * x[i];
    }
    s1[threadIdx.x] = a;
    s2[threadIdx.x] = b;
    __syncthreads();
    for (int k = blockDim.x / 2; k > 0; k >>= 1) {
        if (threadIdx.x < k) {
            s1[threadIdx.x] += s1[threadIdx.x + k];
            s2[threadIdx.x] += s2[threadIdx.x + k];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = Moments{s1[0], s2[0]};
}

int main()
{
    const int n = 10000, blocks = 8;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 100) * 0.01f;
    float* x;
    Moments *m, hm[blocks];
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&m, sizeof(hm));
    cudaMemcpy(x, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    const int threads = 256;
    moments<128><<<blocks, threads>>>(x, n, m);
    cudaMemcpy(hm, m, sizeof(hm), cudaMemcpyDeviceToHost);
    double s = 0, q = 0;
    for (int b = 0; b < blocks; ++b) { s += hm[b].sum; q += hm[b].sumSq; }
    const double mean = s / n;
    std::cout << "mean " << mean << " variance " << q / n - mean * mean << std::endl;
    cudaFree(x);
    return 0;
}
