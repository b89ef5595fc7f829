#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__global__ void axpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

int main() {
  constexpr int n = 1000;
  constexpr int threads = 125;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  axpy<<<n / threads, threads>>>(2.0, x, y, n); //~ 18:3 T of axpy(T a, const T* x, T* y, int n) is double by the first argument and float by the others: write 2.0f
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(x);
  cudaFree(y);
  return 0;
}
