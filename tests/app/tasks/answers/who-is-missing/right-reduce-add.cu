//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// One instruction that adds over those who are named.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned here = __ballot_sync(ALL, i < n);
  if (i < n) {
    int sum = __reduce_add_sync(here, in[i]);
    if ((threadIdx.x & 31) == 0) out[i >> 5] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
