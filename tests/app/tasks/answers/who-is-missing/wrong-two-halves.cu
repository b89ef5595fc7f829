// says: on out, line
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// Each half adds up by itself, and the second one adds to what the first one stored: in order
// that is right.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, sum = i < n ? in[i] : 0;
  for (int far = 8; far > 0; far /= 2)
    sum += __shfl_down_sync(ALL, sum, far, 16);
  if (lane == 0 && i < n)
    out[i / 32] = sum;
  if (lane == 16 && i < n)
    out[i / 32] += sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
