// says: shared bytes
//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

#define MOST_THREADS 128
__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  __shared__ float sums[MOST_THREADS];
  int t = threadIdx.x, lane = t % 32, row = (blockIdx.x * blockDim.x + t) / 32;
  sums[t] = 0.0f;
  if (row < rows)
    for (int k = lane; k < columns; k += 32)
      sums[t] += A[row * columns + k] * x[k];
  __syncthreads();
  if (lane == 0 && row < rows) {
    float sum = 0.0f;
    for (int k = 0; k < 32; ++k)
      sum += sums[t + k];
    y[row] = sum;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
