#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int BLK = 256;

__global__ void movingAvg(const float* in, float* out, int n)
{
    __shared__ float win[BLK];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        win[threadIdx.x] = in[i];
        __syncthreads();
        float prev = threadIdx.x > 0 ? win[threadIdx.x - 1]
                                     : (i > 0 ? in[i - 1] : win[0]);
        out[i] = 0.5f * (prev + win[threadIdx.x]);
    }
}

int main()
{
    const int n = 1000;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = float(i);
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    movingAvg<<<(n + BLK - 1) / BLK, BLK>>>(in, out, n);
    cudaMemcpy(h.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[n - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
