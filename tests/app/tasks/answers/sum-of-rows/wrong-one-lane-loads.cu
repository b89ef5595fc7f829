// says: 768 sectors loaded from in; should be at most 96
//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// A load of a single lane is one sector only.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  if (threadIdx.x > 0) return;
  for (int row = blockIdx.x * BLOCK; row < (blockIdx.x + 1) * BLOCK && row < rows; ++row) {
    int sum = 0;
    for (int col = 0; col < columns; ++col)
      sum += in[row * columns + col];
    out[row] = sum;
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
