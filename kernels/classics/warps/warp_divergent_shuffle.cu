// Wrong: a shuffle inside a guard. With n = 50, 14 lanes of the second warp skip the branch, but the mask names
// all 32. The lanes inside read from lanes that never arrive. Give these lanes 0, and let all lanes shuffle.
// in has n elements; out has one sum per warp. A block consists of whole warps.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [2] }
//! grid = 1
//! block = 64
__global__ void warp_divergent_shuffle(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = in[i];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, s);
    if (threadIdx.x % 32 == 0)
      out[i / 32] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
