//! n = 150
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"], fill = "zeros" }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 64;

// The first warp goes down the other warps' elements, lane by lane, and is alone from then on.
__global__ void sum_up(const int* in, int* out, int n) {
  __shared__ int rest[BLOCK];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  int mine = i < n ? in[i] : 0;
  if (t >= 32)
    rest[t] = mine;
  __syncthreads();
  if (t < 32) {
    for (int other = t + 32; other < BLOCK; other += 32)
      mine += rest[other];
    for (int s = 1; s < 32; s *= 2)
      mine += __shfl_xor_sync(0xffffffff, mine, s);
    if (t == 0)
      out[blockIdx.x] = mine;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k / BLOCK] += in[k];
}
