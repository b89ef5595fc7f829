//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [4], fill = "zeros" }
__global__ void sums(const float* in, float* out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x, lane = t % 32;
  float sum = in[blockIdx.x * blockDim.x + t];
  s[t] = sum;
  __syncwarp();
  for (unsigned by = 16; by > 0; by /= 2) {
    if (lane < by) sum += s[t + by];
    __syncwarp();
    if (lane < by) s[t] = sum;
    __syncwarp();
  }
  if (lane == 0) out[(blockIdx.x * blockDim.x + t) / 32] = s[t];
}
