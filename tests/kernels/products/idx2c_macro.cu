// By columns, as a library's handbook does it with a macro; leading dimensions are rows.
// A B C: b a c
#define IDX2C(i, j, ld) (((j) * (ld)) + (i))
__global__ void gemm_col_major(int m, int n, int k, const float* a, const float* b, float* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; l++) sum += a[IDX2C(i, l, m)] * b[IDX2C(l, j, k)];
    c[IDX2C(i, j, m)] = sum;
  }
}
