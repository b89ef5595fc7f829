// says: Out of bounds on a, line 10
//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
__global__ void add(const int* a, const int* b, int* c, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = a[k] + b[k];
  if (k < n)
    c[k] = sum;
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
