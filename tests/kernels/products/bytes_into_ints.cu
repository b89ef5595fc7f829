// Signed bytes, whose products are kept in ints.
// A B C: a b c
__global__ void gemm_i8(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int acc = 0;
    for (int p = 0; p < k; ++p) acc += int(a[i * k + p]) * int(b[p * n + j]);
    c[i * n + j] = acc;
  }
}
