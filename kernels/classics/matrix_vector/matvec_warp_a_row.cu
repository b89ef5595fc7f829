// y = A * x, one row per warp: its lanes read 32 adjacent elements of the row, then add up their sums with shuffles.
// Each load of A touches 4 sectors if rows begin at multiples of 8 floats, as they do here; otherwise 4 or 5.
// 100 rows in blocks of 8 warps leave 4 warps of the last block idle.
// A is rows x columns, row-major; x has columns elements, y has rows. A block consists of whole warps.
//! rows = 100
//! columns = 64
//! A = { sides = [100, 64], fill = "random" }
//! x = { sides = [64], fill = "random" }
//! y = { sides = [100] }
//! grid = 13
//! block = 256
__global__ void matvec_warp_a_row(const float* A, const float* x, float* y, int rows, int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row < rows) {  // the same for all lanes of a warp, so all of them shuffle
    float sum = 0.0f;
    for (int k = lane; k < columns; k += 32)
      sum += A[row * columns + k] * x[k];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
      y[row] = sum;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
