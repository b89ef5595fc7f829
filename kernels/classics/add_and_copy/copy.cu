// out = in, one element per thread: the baseline for all other copies.
// in and out have n elements. The 32 lanes of a warp load 32 adjacent elements, which lie in 4 sectors of 32 bytes.
//! n = 1000
//! in = { sides = [1000], fill = "ramp" }
//! out = { sides = [1000] }
//! grid = 4
//! block = 256
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

void reference(const float* in, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
}
