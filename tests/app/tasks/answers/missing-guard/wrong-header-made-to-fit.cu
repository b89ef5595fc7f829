// says: Out of bounds on a
// The length is changed to one that the blocks fill.
//! n = 64
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = 4
//! block = 16
__global__ void add(const int* a, const int* b, int* c, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  c[k] = a[k] + b[k];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
