// says: At most one load for each lane
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

// The first lane of each warp does all the work.
__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0 && i < n) {
    int sum = 0;
    for (int k = i; k < i + 32 && k < n; ++k)
      sum += in[k];
    out[i / 32] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
