// says: launch 2
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// The 11 lanes that are left of 75 elements, written down as a mask.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  unsigned mask = i < 64 ? ALL : 0x7ff;
  int last = i < 64 ? 31 : 10;
  if (i >= n)
    return;
  int sum = in[i];
  for (int far = 16; far > 0; far /= 2) {
    int asked = lane + far <= last ? lane + far : lane;
    int other = __shfl_sync(mask, sum, asked);
    sum += asked != lane ? other : 0;
  }
  if (lane == 0)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
