#include <cstdio>
#include <cuda_runtime.h>

__global__ void spin(int *o) { o[blockIdx.x * blockDim.x + threadIdx.x] = clock(); }

static void show(const char *what, const dim3 *d) { printf("%s %u %u %u\n", what, d->x, d->y, d->z); }

int main() {
  dim3 grid(12), block(96);
  int *o;
  cudaMalloc(&o, grid.x * block.x * sizeof(int));
  spin<<<grid, block>>>(o);
  cudaDeviceSynchronize();
  show("grid", &grid);
  show("block", &blockDim); //~ 15:17 blockDim exists only in device code: &block is meant
  cudaFree(o);
  return 0;
}
