// Maximum of every group of 32 readings.
#include <cuda_runtime.h>
#include <cstdio>

#define FULL 0xffffffffu

__device__ __forceinline__ int imax(int a, int b) { return a > b ? a : b; }

__global__ void warpMax(const int* readings, int* groupMax, int n)
{
  int gid = threadIdx.x + blockIdx.x * blockDim.x;
  if (gid >= n)
    return;
  int best = readings[gid];
  for (int d = 16; d >= 1; d /= 2)
    best = imax(best, __shfl_xor_sync(FULL, best, d));
  if ((gid & 31) == 0)
    groupMax[gid >> 5] = best;
}

int main()
{
  const int groups = 31;
  const int n = groups * 32;
  int *readings, *groupMax;
  cudaMallocManaged(&readings, n * sizeof(int));
  cudaMallocManaged(&groupMax, groups * sizeof(int));
  for (int k = 0; k < n; ++k)
    readings[k] = (k * 7919) % 1009;
  warpMax<<<(n + 255) / 256, 256>>>(readings, groupMax, n);
  cudaDeviceSynchronize();
  for (int g = 0; g < groups; ++g)
    std::printf("%d ", groupMax[g]);
  std::printf("\n");
  cudaFree(readings);
  cudaFree(groupMax);
}
