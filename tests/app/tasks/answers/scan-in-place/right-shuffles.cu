//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int LANES = BLOCK < 32 ? BLOCK : 32;
const unsigned MASK = BLOCK < 32 ? (1u << (BLOCK % 32)) - 1 : 0xffffffffu;

// Within a warp by shuffles; then each warp adds what those before it have.
__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int total[BLOCK / LANES];
  const int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int s = 1; s < LANES; s *= 2) {
    const int left = __shfl_up_sync(MASK, sum, s);
    if (lane >= s) sum += left;
  }
  if (lane == LANES - 1) total[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w) sum += total[w];
  if (i < n) out[i] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
