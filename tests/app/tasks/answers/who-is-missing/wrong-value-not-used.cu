// says: with the mask 0x000007ff
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// A lane that is gone is asked all the same, though what it gives is put aside.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  unsigned here = __ballot_sync(ALL, i < n);
  if (i >= n)
    return;
  int sum = in[i];
  for (int far = 16; far > 0; far /= 2) {
    int other = __shfl_down_sync(here, sum, far);
    if (i + far < n && lane + far < 32)
      sum += other;
  }
  if (lane == 0)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
