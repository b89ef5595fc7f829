// Half of a warp works: lanes 0 to 15 take the branch, and the mask names exactly these 16. All named lanes arrive, and
// no lane reads beyond them, so lanes 16 to 31 may skip the branch.
// in has n elements; out has one sum per warp, of its first 16 elements. A block consists of whole warps.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [2] }
//! grid = 1
//! block = 64
__global__ void warp_half_mask(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int sum = i < n ? in[i] : 0;
  if (lane < 16) {
    for (int s = 8; s > 0; s /= 2)
      sum += __shfl_down_sync(0x0000ffff, sum, s, 16);
    if (lane == 0)
      out[i / 32] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    if (i % 32 < 16)
      out[i / 32] += in[i];
}
