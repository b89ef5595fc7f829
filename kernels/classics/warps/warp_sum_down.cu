// Each warp adds its 32 elements with __shfl_down_sync: lane i adds the sum of lane i + s, for s = 16, 8, 4, 2, 1.
// Lane 0 has the sum of the warp after 5 shuffles. The other lanes hold meaningless sums: a lane that reads beyond
// lane 31 gets its own sum.
// in has n elements; out has one sum per warp. A block consists of whole warps.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [2] }
//! grid = 1
//! block = 64
__global__ void warp_sum_down(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;  // a lane without an element adds 0, but it must still shuffle
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
