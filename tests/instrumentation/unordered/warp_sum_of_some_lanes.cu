//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [4], fill = "zeros" }
// Only the lanes that go on wait for each other.
__global__ void sums(const float* in, float* out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x, lane = t % 32;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncwarp();
  if (lane < 16) {
    float sum = s[t] + s[t + 16];
    __syncwarp(0xffff);
    s[t] = sum;
    __syncwarp(0xffff);
    if (lane < 8) {
      sum = s[t] + s[t + 8];
      __syncwarp(0xff);
      s[t] = sum;
      __syncwarp(0xff);
      if (lane == 0) {
        float all = 0;
        for (unsigned n = 0; n < 8; ++n) all += s[t + n];
        out[(blockIdx.x * blockDim.x + t) / 32] = all;
      }
    }
  }
}
