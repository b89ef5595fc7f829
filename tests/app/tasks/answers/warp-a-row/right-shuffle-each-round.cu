//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

// The lanes add up in each round: all take part, with 0 where the row has ended, and lane 31
// keeps the sum.
__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows)
    return;
  float total = 0.0f;
  for (int start = 0; start < columns; start += 32) {
    int k = start + lane;
    float product = k < columns ? A[row * columns + k] * x[k] : 0.0f;
    for (int s = 1; s < 32; s *= 2) {
      float below = __shfl_up_sync(0xffffffff, product, s);
      if (lane >= s)
        product += below;
    }
    total += product;
  }
  if (lane == 31)
    y[row] = total;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
