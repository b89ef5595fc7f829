// Part @N: pairs, and counts of their kinds.
enum Kind@N { small@N, large@N = @S, huge@N };
__constant__ @T limits@N[2] = {@S, 2 * @S};

__device__ Kind@N kind@N(@T value) {
  if (value > limits@N[1]) return huge@N;
  return value > limits@N[0] ? large@N : small@N;
}

__global__ void count@N(const Pair@B* pairs, int* counts, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
    const Pair@B twice = pairs[i] + pairs[i];
    switch (kind@N(twice.product())) {
      case small@N:
        atomicAdd(&counts[0], 1);
        break;
      case large@N:
        atomicAdd(&counts[1], 1);
        break;
      default:
        atomicAdd(&counts[2], 1);
    }
  }
}
