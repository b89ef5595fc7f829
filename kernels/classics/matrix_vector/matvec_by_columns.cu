// y = A * x with A stored column by column, one row per thread as in matvec_thread_a_row. But here the lanes of a warp
// read 32 adjacent elements, so the loads are coalesced. Each load of A touches 4 sectors. Only the layout of A has
// changed.
// A is rows x columns, column-major: element (row, k) is at k * rows + row. x has columns elements, y has rows.
//! rows = 56
//! columns = 32
//! A = { sides = [32, 56], fill = "random" }
//! x = { sides = [32], fill = "random" }
//! y = { sides = [56] }
//! grid = 2
//! block = 32
__global__ void matvec_by_columns(const float* A, const float* x, float* y, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int k = 0; k < columns; ++k)
      sum += A[k * rows + row] * x[k];
    y[row] = sum;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[k * rows + row] * x[k];
}
