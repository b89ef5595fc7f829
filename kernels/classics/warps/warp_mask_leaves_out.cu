// Wrong: warp_sum_down with a mask that leaves out half of the lanes. 0x0000ffff names lanes 0 to 15, so in the first
// step, s = 16, they read from lanes outside the mask. Lanes 16 to 31 call the shuffle without being named.
// Both are undefined: the mask must name all lanes that call the shuffle, and all lanes that they read from.
// in has n elements; out has one sum per warp. A block consists of whole warps.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [2] }
//! grid = 1
//! block = 64
__global__ void warp_mask_leaves_out(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0x0000ffff, sum, s);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
