//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// Lane 31 ends with everything: each lane adds what the lanes below it have.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, sum = i < n ? in[i] : 0;
  for (int s = 1; s <= 16; s *= 2) {
    int below = __shfl_up_sync(ALL, sum, s);
    sum += lane >= s ? below : 0;
  }
  if (lane == 31 && i - 31 < n)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
