// says: Race on next, line
//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
// Each thread draws the number of its element. The first one has to lay out the numbers before.
__global__ void add(const int* a, const int* b, int* c, int n) {
  __shared__ int next;
  if (threadIdx.x == 0) next = blockIdx.x * blockDim.x;
  int k = atomicAdd(&next, 1);
  if (k < n)
    c[k] = a[k] + b[k];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
