// says: loads element 50 of a on line 11; a has elements 0 to 49
//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
__global__ void add(const int* a, const int* b, int* c, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k <= n)
    c[k] = a[k] + b[k];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
