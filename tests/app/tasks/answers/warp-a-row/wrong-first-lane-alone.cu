// says: global loads from A of the busiest thread
//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows || threadIdx.x % 32 != 0)
    return;
  float sum = 0.0f;
  for (int k = 0; k < columns; ++k)
    sum += A[row * columns + k] * x[k];
  y[row] = sum;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
