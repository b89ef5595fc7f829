#include <cstdio>
#include <cuda_runtime.h>

template <typename T>
__global__ T dotPart(const T* a, const T* b, T* partial, int n) { //~ 5:14 a kernel (__global__) must return void, not T: the result goes out through a pointer
  __shared__ T s[128];
  T acc = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    acc += a[i] * b[i];
  s[threadIdx.x] = acc;
  __syncthreads();
  for (int k = 64; k; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
  return acc;
}

int main() {
  const int n = 100000, blocks = 24;
  double *a, *b, *p;
  cudaMalloc(&a, n * sizeof(double));
  cudaMalloc(&b, n * sizeof(double));
  cudaMalloc(&p, blocks * sizeof(double));
  cudaMemset(a, 0, n * sizeof(double));
  cudaMemset(b, 0, n * sizeof(double));
  dotPart<double><<<blocks, 128>>>(a, b, p, n);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
