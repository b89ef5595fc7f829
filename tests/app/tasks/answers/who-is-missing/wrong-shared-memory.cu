// says: 384 shared bytes
//! n = 75
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["(n + 31) / 32"] }
//! grid = "(n + 63) / 64"
//! block = 64
const unsigned ALL = 0xffffffff;

__global__ void warp_sums(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int sums[96];
  int t = threadIdx.x;
  sums[t] = i < n ? in[i] : 0;
  __syncwarp();
  for (int far = 16; far > 0; far /= 2) {
    if (t % 32 < far)
      sums[t] += sums[t + far];
    __syncwarp();
  }
  if (t % 32 == 0 && i < n)
    out[i / 32] = sums[t];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
