#include <cstdio>
#include <cuda_runtime.h>

__global__ void relaxStep(float *u, int n, float w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) u[i] += w * (0.5f * (u[i - 1] + u[i + 1]) - u[i]);
}

static bool converged(const float *u, float *last)
{
    float now;
    cudaMemcpy(&now, u + 1, sizeof(float), cudaMemcpyDeviceToHost);
    float diff = now - *last;
    *last = now;
    if (diff * diff < 1e-12f)
        break; //~ 17:9 this break is in no loop: the loop is in main, return true is meant?
    return false;
}

int main()
{
    const int n = 514;
    float *u, last = 1e30f;
    cudaMalloc(&u, n * sizeof(float));
    cudaMemset(u, 0, n * sizeof(float));
    for (int it = 0; it < 1000; ++it) {
        relaxStep<<<(n + 127) / 128, 128>>>(u, n, 0.8f);
        if (converged(u, &last)) break;
    }
    cudaFree(u);
    return 0;
}
