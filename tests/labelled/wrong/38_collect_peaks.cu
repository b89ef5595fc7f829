#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static const int MAX_PEAKS = 64;

__global__ void collectPeaks(const float* signal, int n, float level, int* peaks, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1) return;
    bool peak = signal[i] > level && signal[i] >= signal[i - 1] && signal[i] >= signal[i + 1];
    if (peak && *count < MAX_PEAKS) {
        int where = atomicAdd(count, 1);
        peaks[where] = i;
    }
}

int main()
{
    const int n = 4096;
    std::vector<float> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i % 4 == 1) ? 2.0f : 0.5f;
    float* s;
    int *p, *c, found;
    cudaMalloc(&s, n * sizeof(float));
    cudaMalloc(&p, MAX_PEAKS * sizeof(int));
    cudaMalloc(&c, sizeof(int));
    cudaMemcpy(s, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof(int));
    collectPeaks<<<n / 512, 512>>>(s, n, 1.0f, p, c);
    cudaMemcpy(&found, c, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d peaks kept\n", found);
    cudaFree(s);
    cudaFree(p);
    cudaFree(c);
}
