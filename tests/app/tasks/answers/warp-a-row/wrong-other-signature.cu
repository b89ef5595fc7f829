// says: double* y
//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

// A sum wants a double.
__global__ void multiply(const float* A, const float* x, double* y, int rows, int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int k = lane; k < columns; k += 32)
    sum += A[row * columns + k] * x[k];
  for (int far = 16; far > 0; far /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, far);
  if (lane == 0)
    y[row] = sum;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
