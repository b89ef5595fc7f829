//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [4], fill = "zeros" }
// As it was written when warps went in lockstep.
__global__ void sums(const float* in, float* out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x, lane = t % 32;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  if (lane < 16)
    s[t] += s[t + 16];
  if (lane < 8)
    s[t] += s[t + 8];
  __syncthreads();
  if (lane == 0) out[(blockIdx.x * blockDim.x + t) / 32] = s[t];
}
//= race s 12 store, 14 load
