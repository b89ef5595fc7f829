#include <cstdio>
#include <cuda_runtime.h>

constexpr int kBlock = 192;

__global__ void cumulate(float* acc, const float* x, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) acc[i] += x[i];
}

void cumulateOn(float* acc, const float* x, int n) {
  assert(n > 0 && n % 4 == 0); //~ 12:3 'assert' is not declared: #include <cassert> is missing
  cumulate<<<(n + kBlock - 1) / kBlock, kBlock>>>(acc, x, n);
}

int main() {
  float *acc, *x;
  cudaMalloc(&acc, 4000 * sizeof(float));
  cudaMalloc(&x, 4000 * sizeof(float));
  cudaMemset(acc, 0, 4000 * sizeof(float));
  cudaMemset(x, 0, 4000 * sizeof(float));
  for (int n = 1000; n <= 4000; n += 1000) cumulateOn(acc, x, n);
  cudaDeviceSynchronize();
}
