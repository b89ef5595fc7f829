// says: out[0] is
// What comes out are sums of columns.
//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// Side by side at last: thread k goes down column k.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  int col = blockIdx.x * BLOCK + threadIdx.x;
  if (col < columns) {
    int sum = 0;
    for (int row = 0; row < rows; ++row)
      sum += in[row * columns + col];
    out[col] = sum;
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
