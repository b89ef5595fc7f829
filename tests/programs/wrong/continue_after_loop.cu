#include <cstdio>
#include <cuda_runtime.h>

__global__ void burn(unsigned *o, int rounds) {
  unsigned v = threadIdx.x;
  while (rounds--) v = v * 1664525u + 1013904223u;
  o[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
  int sizes[] = {32, 64, 128, 2048, 256};
  unsigned *o;
  cudaMalloc(&o, 16 * 1024 * sizeof(unsigned));
  for (int s : sizes) {
    if (s > 1024) continue;
    burn<<<16, s>>>(o, 100);
  }
  if (cudaDeviceSynchronize() != cudaSuccess)
    continue; //~ 19:5 this continue is in no loop
  cudaFree(o);
  puts("fertig");
}
