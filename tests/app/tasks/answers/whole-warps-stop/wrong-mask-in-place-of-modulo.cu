// says: 46 warp loads from sums; should be at most 26
//! n = 100
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  // a modulo is dear, so lanes are told apart by a mask
  for (int s = 1; s < BLOCK; s *= 2) {
    if ((tid & (2 * s - 1)) == 0)
      sums[tid] += sums[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    out[blockIdx.x] = sums[0];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
