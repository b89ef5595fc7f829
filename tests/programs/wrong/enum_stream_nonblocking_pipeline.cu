#include <cstdio>
#include <cuda_runtime.h>

namespace pipe {
constexpr int kStreams = 4;
constexpr int kChunk = 1 << 16;

__global__ void gain(float* buf, int n, float g) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) buf[i] *= g;
}

inline void run(float* host, float* dev) {
  cudaStream_t st[kStreams];
  for (auto& s : st)
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlockin); //~ 16:35 'cudaStreamNonBlockin' is not known: did you mean 'cudaStreamNonBlocking'?
  for (int i = 0; i < kStreams; ++i) {
    float* h = host + i * kChunk;
    float* d = dev + i * kChunk;
    cudaMemcpyAsync(d, h, kChunk * sizeof(float), cudaMemcpyHostToDevice, st[i]);
    gain<<<kChunk / 256, 256, 0, st[i]>>>(d, kChunk, 0.5f);
    cudaMemcpyAsync(h, d, kChunk * sizeof(float), cudaMemcpyDeviceToHost, st[i]);
  }
  for (auto& s : st) {
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
  }
}
}  // namespace pipe

int main() {
  float *h, *d;
  const size_t bytes = sizeof(float) * pipe::kStreams * pipe::kChunk;
  cudaHostAlloc(&h, bytes, cudaHostAllocDefault);
  cudaMalloc(&d, bytes);
  pipe::run(h, d);
  std::printf("%g\n", h[0]);
  return 0;
}
