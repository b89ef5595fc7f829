// sgemm without a single bounds check in the kernel:
// all matrices live in buffers whose sides are rounded up to BS.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int BS = 32;
constexpr int roundUp(int x) { return (x + BS - 1) / BS * BS; }

constexpr int m = 50, n = 37, k = 41;
constexpr int mp = roundUp(m), np = roundUp(n), kp = roundUp(k);

__global__ void sgemm(int ldk, int ldn, float alpha, const float* __restrict__ A,
                      const float* __restrict__ B, float beta, float* __restrict__ C)
{
    __shared__ float a[BS * BS];
    __shared__ float b[BS * BS];
    const int c = threadIdx.x % BS;
    const int r = threadIdx.x / BS;

    const float* pa = A + blockIdx.y * BS * ldk;
    const float* pb = B + blockIdx.x * BS;
    float* pc = C + blockIdx.y * BS * ldn + blockIdx.x * BS;

    float s = 0.f;
    for (int kk = 0; kk < ldk; kk += BS) {
        a[r * BS + c] = pa[r * ldk + c];
        b[r * BS + c] = pb[r * ldn + c];
        __syncthreads();
        pa += BS;
        pb += BS * ldn;
        for (int i = 0; i < BS; ++i)
            s += a[r * BS + i] * b[i * BS + c];
        __syncthreads();
    }
    pc[r * ldn + c] = alpha * s + beta * pc[r * ldn + c];
}

int main()
{
    std::vector<float> A(mp * kp, 0.f), B(kp * np, 0.f), C(mp * np, 0.f);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < k; ++j) A[i * kp + j] = float((i + j) % 10);
    for (int i = 0; i < k; ++i)
        for (int j = 0; j < n; ++j) B[i * np + j] = float((i * 3 + j) % 8) - 3.f;

    float *dA, *dB, *dC;
    cudaMalloc(&dA, sizeof(float) * mp * kp);
    cudaMalloc(&dB, sizeof(float) * kp * np);
    cudaMalloc(&dC, sizeof(float) * mp * np);
    cudaMemcpy(dA, A.data(), sizeof(float) * mp * kp, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), sizeof(float) * kp * np, cudaMemcpyHostToDevice);
    cudaMemcpy(dC, C.data(), sizeof(float) * mp * np, cudaMemcpyHostToDevice);

    dim3 grid(np / BS, mp / BS);
    sgemm<<<grid, BS * BS>>>(kp, np, 1.0f, dA, dB, 0.0f, dC);

    cudaMemcpy(C.data(), dC, sizeof(float) * mp * np, cudaMemcpyDeviceToHost);
    std::printf("%f\n", C[(m - 1) * np + n - 1]);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
}
