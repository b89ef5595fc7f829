// Each warp adds its 32 elements with __shfl_xor_sync, a butterfly: lanes i and i ^ s exchange their sums, and both
// add. After 5 shuffles every lane has the sum of the warp, and can divide its element by it without a broadcast.
// in and out have 64 elements. A block has 64 threads.
//! in = { sides = [64], fill = "counting" }
//! out = { sides = [64] }
//! grid = 1
//! block = 64
__global__ void warp_sum_xor(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float element = in[i];
  float sum = element;
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, s);
  out[i] = element / sum;
}

void reference(const float* in, float* out) {
  for (int warp = 0; warp < 2; ++warp) {
    float sum = 0.0f;
    for (int lane = 0; lane < 32; ++lane)
      sum += in[warp * 32 + lane];
    for (int lane = 0; lane < 32; ++lane)
      out[warp * 32 + lane] = in[warp * 32 + lane] / sum;
  }
}
