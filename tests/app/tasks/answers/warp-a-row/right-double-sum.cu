//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

// Sums in double, and each lane asks the one that is half as far from the first.
template <typename T>
__device__ T over_lanes(T mine, int lane) {
  for (int left = 16; left > 0; left /= 2) {
    T other = __shfl_sync(0xffffffff, mine, (lane + left) % 32);
    mine += other;
  }
  return mine;
}

__global__ void multiply(const float* A, const float* x, float* y, int rows, int columns) {
  int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  double mine = 0.0;
  for (int k = lane; row < rows && k < columns; k += 32)
    mine += (double)A[row * columns + k] * (double)x[k];
  __syncwarp();
  double all = over_lanes(mine, lane);
  if (lane == 7 && row < rows)
    y[row] = (float)all;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
