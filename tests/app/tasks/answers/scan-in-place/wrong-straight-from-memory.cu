// says: 16 global loads of the busiest thread; should be at most 1
//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void prefix(const int* in, int* out, int n) {
  int k = blockIdx.x * BLOCK + threadIdx.x;
  if (k >= n) return;
  int sum = 0;
  for (int j = blockIdx.x * BLOCK; j <= k; ++j)
    sum += in[j];
  out[k] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
