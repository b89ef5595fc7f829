//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int warp = thread / 32;
  int lane = thread % 32;
  float sum = 0;
  if (warp < rows) {
    for (int column = lane; column < columns; column = column + 32) {
      sum = sum + A[warp * columns + column] * x[column];
    }
  }
  sum = sum + __shfl_xor_sync(0xffffffff, sum, 16);
  sum = sum + __shfl_xor_sync(0xffffffff, sum, 8);
  sum = sum + __shfl_xor_sync(0xffffffff, sum, 4);
  sum = sum + __shfl_xor_sync(0xffffffff, sum, 2);
  sum = sum + __shfl_xor_sync(0xffffffff, sum, 1);
  if (warp < rows && lane == 0) {
    y[warp] = sum;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
