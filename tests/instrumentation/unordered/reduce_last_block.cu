//! grid = 4
//! block = 64
//! in = { sides = [256], fill = "random" }
//! partial = { sides = [4], fill = "zeros" }
//! out = { sides = [1], fill = "zeros" }
//! done = { sides = [1], fill = "zeros" }
// The block that counts last adds up what all of them left, and clears the count for the next launch.
__global__ void sum(const float* in, float* partial, float* out, unsigned* done) {
  __shared__ float part[64];
  __shared__ bool is_last;
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) {
    partial[blockIdx.x] = part[0];
    __threadfence();
    is_last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    float all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *out = all;
    *done = 0;
  }
}
