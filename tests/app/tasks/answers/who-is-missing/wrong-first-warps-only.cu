// says: out[2] is 0
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// The warp that is not full is left out, in the reference as well.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i - i % 32 + 32 > n)
    return;
  int sum = in[i];
  for (int far = 16; far > 0; far /= 2)
    sum += __shfl_down_sync(ALL, sum, far);
  if (threadIdx.x % 32 == 0)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n / 32 * 32; ++i)
    out[i / 32] += in[i];
}
