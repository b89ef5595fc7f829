#include <cstdio>
#include <cuda_runtime.h>

__global__ void decay(float* q, float lambda, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) q[i] *= 1.0f - lambda * dt;
}

void setup(float** q, int n) {
  const int threads = 320;
  cudaMalloc(q, n * sizeof(float));
  cudaMemset(*q, 0, n * sizeof(float));
  printf("%d elements, %d threads per block\n", n, threads);
}

int main() {
  float* q;
  const int n = 32000;
  setup(&q, n);
  for (int step = 0; step < 50; ++step)
    decay<<<n / threads, threads>>>(q, 0.3f, 0.01f, n); //~ 21:17 'threads' is not known in main: it is a variable of setup (line 10)
  cudaDeviceSynchronize();
  cudaFree(q);
}
