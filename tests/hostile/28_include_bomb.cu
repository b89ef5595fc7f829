// Include bomb: this file includes itself twice, includes its folder, and includes files that never end.
#include "28_include_bomb.cu"
#include "28_include_bomb.cu"
#include __FILE__
#include "/dev/zero"
#include "/dev/stdin"
#include </dev/urandom>
#include "."
#include "../../../../../../../../../../etc/hostname"
#include "no_such_file_anywhere.cuh"

__global__ void ok(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
  int *p;
  cudaMalloc(&p, 32 * sizeof(int));
  ok<<<1, 32>>>(p);
}
