#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int kBins = 16;
constexpr int kThreads = 64;

__global__ void histo(const unsigned char *data, int n, unsigned *bins)
{
  __shared__ unsigned short priv[kBins][kThreads];

  const int t = threadIdx.x;
  for (int b = 0; b < kBins; ++b)
    priv[b][t] = 0;

  for (int i = blockIdx.x * kThreads + t; i < n; i += gridDim.x * kThreads)
    priv[data[i] >> 4][t]++;
  __syncthreads();

  if (t < kBins) {
    unsigned sum = 0;
    for (int k = 0; k < kThreads; ++k)
      sum += priv[t][(t + k) % kThreads];
    atomicAdd(bins + t, sum);
  }
}

int main()
{
  const int n = 123457;
  std::vector<unsigned char> h(n);
  for (int i = 0; i < n; ++i)
    h[i] = static_cast<unsigned char>((i * 31) & 255);

  unsigned char *d;
  unsigned *bins;
  cudaMalloc(&d, n);
  cudaMalloc(&bins, kBins * sizeof(unsigned));
  cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, kBins * sizeof(unsigned));

  histo<<<8, kThreads>>>(d, n, bins);

  unsigned out[kBins];
  cudaMemcpy(out, bins, sizeof(out), cudaMemcpyDeviceToHost);
  for (int b = 0; b < kBins; ++b)
    printf("%2d: %u\n", b, out[b]);
  cudaFree(d);
  cudaFree(bins);
  return 0;
}
