// Single launch sum: the block that finishes last adds up the partial results.
#include <cuda_runtime.h>

__device__ unsigned int blocksDone = 0;

__device__ float addUpBlock(float v, float* scratch)
{
  const int t = threadIdx.x;
  scratch[t] = v;
  __syncthreads();
  for (int half = blockDim.x / 2; half >= 1; half /= 2) {
    if (t < half) scratch[t] += scratch[t + half];
    __syncthreads();
  }
  return scratch[0];
}

extern "C" __global__ void sum_in_one_go(const float* data, unsigned int n,
                                         volatile float* partial, float* result)
{
  __shared__ float scratch[128];
  __shared__ bool amLast;

  float s = 0;
  for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    s += data[i];
  s = addUpBlock(s, scratch);

  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();                       // make it visible before we count
    unsigned int ticket = atomicInc(&blocksDone, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();

  if (amLast) {
    s = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += blockDim.x) s += partial[b];
    s = addUpBlock(s, scratch);
    if (threadIdx.x == 0) {
      *result = s;
      blocksDone = 0;                      // ready for the next launch
    }
  }
}
