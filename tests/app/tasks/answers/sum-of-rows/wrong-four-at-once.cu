// says: 192 sectors loaded from in; should be at most 96
//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// Loads of 16 bytes take a quarter of the loads.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  int row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  const int4* four = reinterpret_cast<const int4*>(in + row * columns);
  int sum = 0;
  for (int k = 0; k < columns / 4; ++k) {
    int4 x = four[k];
    sum += x.x + x.y + x.z + x.w;
  }
  out[row] = sum;
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
