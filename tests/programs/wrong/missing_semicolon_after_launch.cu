#include <cstdio>
#include <cuda_runtime.h>

#define THREADS 256
#define GRID(n) (((n) + THREADS - 1) / THREADS)

__global__ void relu(float *x, int n) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n && x[i] < 0.f) x[i] = 0.f;
}

__global__ void bias(float *x, float b, int n) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) x[i] += b;
}

int main() {
  int n = 64 * 3 * 32 * 32;
  float *x;
  cudaMalloc(&x, sizeof(float) * n);
  cudaMemset(x, 0, sizeof(float) * n);
  bias<<<GRID(n), THREADS>>>(x, -0.1f, n) //~ 22:42 a ';' is missing after the launch
  relu<<<GRID(n), THREADS>>>(x, n);
  cudaDeviceSynchronize();
  printf("%d blocks\n", GRID(n));
  cudaFree(x);
}
