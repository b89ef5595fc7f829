// says: 128 global loads; should be at most 100
//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
__global__ void add(const int* a, const int* b, int* c, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n)
    k = n - 1;  // so that nobody leaves the arrays
  c[k] = a[k] + b[k];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
