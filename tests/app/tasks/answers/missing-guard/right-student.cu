//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
__global__ void add(const int* a, const int* b, int* c, int n) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= n) return;  // no element for me
  int left = a[index];
  int right = b[index];
  c[index] = left + right;
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
