//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [4], fill = "zeros" }
__global__ void sums(const float* in, float* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffffffff, sum, by);
  if (i % 32 == 0) out[i / 32] = sum;
}
