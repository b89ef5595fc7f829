// says: Race on sums, line
// Right where one thread goes after the other.
//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

// The last cell comes first, so that nobody finds a cell that is changed already.
__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int cell = BLOCK - 1 - threadIdx.x;
  int k = blockIdx.x * BLOCK + cell;
  sums[cell] = k < n ? in[k] : 0;
  __syncthreads();
  for (int s = 1; s < BLOCK; s *= 2) {
    if (cell >= s)
      sums[cell] += sums[cell - s];
    __syncthreads();
  }
  if (k < n)
    out[k] = sums[cell];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
