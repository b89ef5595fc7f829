// Ints, and a block of one row.
// A B C: x y z
__global__ void int_product(const int* x, const int* y, int* z, unsigned n) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= n * n) return;
  unsigned r = id / n, c = id % n;
  int total = 0;
  for (unsigned i = 0; i < n; i++) total += x[r * n + i] * y[i * n + c];
  z[id] = total;
}
