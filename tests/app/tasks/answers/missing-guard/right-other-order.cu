//! n = 50
//! a = { sides = ["n"], fill = "counting" }
//! b = { sides = ["n"], fill = "random" }
//! c = { sides = ["n"] }
//! grid = "(n + 15) / 16"
//! block = 16
// The last block's rest is worked out once: how many of its threads have an element.
__global__ void add(const int* a, const int* b, int* c, int n) {
  int first = blockIdx.x * blockDim.x;
  int here = min((int)blockDim.x, n - first);
  int lane = (int)blockDim.x - 1 - (int)threadIdx.x;
  if (lane < here)
    c[first + lane] = b[first + lane] + a[first + lane];
}

void reference(const int* a, const int* b, int* c, int n) {
  for (int k = 0; k < n; ++k)
    c[k] = a[k] + b[k];
}
