// says: sectors per load
//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

// Each lane takes a run of its own: with 36 columns that is two elements. Longer rows take
// longer runs.
__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0.0f;
  int run = (columns + 31) / 32;
  for (int k = lane * run; k < min((lane + 1) * run, columns); ++k)
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
