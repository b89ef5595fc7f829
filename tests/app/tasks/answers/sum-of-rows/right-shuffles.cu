//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// A warp goes along one row after the other.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  int lane = threadIdx.x % 32;
  int first = blockIdx.x * BLOCK;
  for (int row = first + threadIdx.x / 32; row < first + BLOCK && row < rows; row += BLOCK / 32) {
    int sum = 0;
    for (int col = lane; col < columns; col += 32)
      sum += in[row * columns + col];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
      out[row] = sum;
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
