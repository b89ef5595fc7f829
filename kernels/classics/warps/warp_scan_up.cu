// Running sums within a warp with __shfl_up_sync: lane i adds the sum of lane i - s, for s = 1, 2, 4, 8, 16. Lanes
// below s get their own sum and must not add it, but they must take part: other lanes read from them.
// in and out have n elements. A block consists of whole warps; the sums start again in each warp.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [50] }
//! grid = 1
//! block = 64
__global__ void warp_scan_up(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int sum = i < n ? in[i] : 0;
  for (int s = 1; s < 32; s *= 2) {
    int below = __shfl_up_sync(0xffffffff, sum, s);
    if (lane >= s)
      sum += below;
  }
  if (i < n)
    out[i] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = i % 32 == 0 ? in[i] : out[i - 1] + in[i];
}
