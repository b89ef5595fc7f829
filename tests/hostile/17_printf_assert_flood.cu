// Print flood: 16 million threads print a thousand lines each. Then an assert which fails in each of the 16 million threads.
#include <cstdio>
#include <cassert>

__global__ void hello() {
  for (int i = 0; i < 1000; ++i)
    printf("Hello from block %d thread %d, round %d, %s %f %1000000d\n", blockIdx.x, threadIdx.x, i, "and a word", i * 0.5, i);
}

__global__ void nope(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < 0 && "this can not hold");
  assert(n == i);
}

int main() {
  hello<<<65536, 256>>>();
  nope<<<65536, 256>>>(-1);
  cudaDeviceSynchronize();
  return 0;
}
