// says: 64 shared loads of the busiest thread; should be at most 40
// No step reads what another one wrote, but the work is not shared.
//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int k = blockIdx.x * BLOCK + tid;
  sums[tid] = k < n ? in[k] : 0;
  __syncthreads();
  int sum = 0;
  for (int j = 0; j <= tid; ++j)
    sum += sums[j];
  if (k < n)
    out[k] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
