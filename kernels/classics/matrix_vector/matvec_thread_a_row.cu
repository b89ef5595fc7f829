// Slow: y = A * x, one row per thread. Each thread goes along its row, so the lanes of a warp read 32 rows at once.
// Each load of A touches 32 sectors for 32 floats, where 4 would be enough. 100 rows in blocks of 32 leave 28 lanes of
// the last block idle.
// A is rows x columns, row-major; x has columns elements, y has rows.
//! rows = 100
//! columns = 32
//! A = { sides = [100, 32], fill = "random" }
//! x = { sides = [32], fill = "random" }
//! y = { sides = [100] }
//! grid = 4
//! block = 32
__global__ void matvec_thread_a_row(const float* A, const float* x, float* y, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int k = 0; k < columns; ++k)
      sum += A[row * columns + k] * x[k];
    y[row] = sum;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
