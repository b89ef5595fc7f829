// says: At most one store for each warp
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int far = 16; far > 0; far /= 2)
    sum += __shfl_xor_sync(ALL, sum, far);
  if (i < n)
    out[i / 32] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
