#include <cstdio>
#include <cuda_runtime.h>

#define TRY(e) do { cudaError_t r = (e); if (r != cudaSuccess) return r; } while (0)

__global__ void copyStrided(float* dst, const float* src, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) dst[i] = src[i * stride];
}

cudaError_t strided(float* dst, const float* src, int n, int stride) {
  copyStrided<<<(n + 255) / 256, 256>>>(dst, src, n, stride);
  TRY(cudaGetLastError());
  return cudaSuccess;
}

void experiment() {
  float *a, *b;
  TRY(cudaMalloc(&a, 4096 * sizeof(float))); //~ 19:3 TRY holds 'return r', but 'experiment' is void and cannot return a value
  cudaMalloc(&b, 1024 * sizeof(float));
  strided(b, a, 1024, 4);
  cudaFree(a);
  cudaFree(b);
}

int main() {
  experiment();
  cudaDeviceSynchronize();
  std::puts("end");
}
