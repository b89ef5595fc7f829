// bitonic sort, one launch per (k, j) step
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define NUM_VALS (1 << 10)
#define THREADS  128
#define BLOCKS   (NUM_VALS / THREADS)

__global__ void bitonic_sort_step(float *dev_values, int j, int k)
{
  unsigned int i, ixj;
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;

  if (ixj > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}

int main(void)
{
  float *values = (float*) malloc(NUM_VALS * sizeof(float));
  for (int i = 0; i < NUM_VALS; i++) values[i] = (float)((i * 7919) % 1021);
  float *dev_values;
  size_t size = NUM_VALS * sizeof(float);
  cudaMalloc((void**) &dev_values, size);
  cudaMemcpy(dev_values, values, size, cudaMemcpyHostToDevice);
  for (int k = 2; k <= NUM_VALS; k <<= 1)
    for (int j = k >> 1; j > 0; j = j >> 1)
      bitonic_sort_step<<<BLOCKS, THREADS>>>(dev_values, j, k);
  cudaMemcpy(values, dev_values, size, cudaMemcpyDeviceToHost);
  cudaFree(dev_values);
  for (int i = 1; i < NUM_VALS; i++) if (values[i - 1] > values[i]) { printf("not sorted\n"); return 1; }
  printf("sorted\n");
  return 0;
}
