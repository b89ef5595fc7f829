// says: 64 sectors loaded from in; should be at most 32
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

// Now the stores lie side by side.
__global__ void turn(const int* in, int* out, int rows, int columns) {
  int row = blockIdx.y * TILE + threadIdx.y;  // of out
  int col = blockIdx.x * TILE + threadIdx.x;
  if (row < columns && col < rows)
    out[row * rows + col] = in[col * columns + row];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
