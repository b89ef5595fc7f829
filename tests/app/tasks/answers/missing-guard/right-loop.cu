//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
// A loop over all elements of a thread guards by its own condition.
__global__ void add(const int* a, const int* b, int* c, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    c[i] = a[i] + b[i];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
