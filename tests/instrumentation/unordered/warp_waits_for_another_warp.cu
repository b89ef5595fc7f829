//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [4], fill = "zeros" }
__global__ void sums(const float* in, float* out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncwarp();
  float other = s[63 - t];
  if (t < 2) out[blockIdx.x * 2 + t] = other;
}
//= race s 8 store, 10 load
//= uninitialised_read s 10 load
