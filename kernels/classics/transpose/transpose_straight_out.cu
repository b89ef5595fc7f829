// Slow: out is in, transposed, but now the lanes of a warp go along a row of out. A store takes 4 sectors and a load
// takes 32: one of the two always goes down a column.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. A block is TILE x TILE.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_straight_out(const float* in, float* out, int rows, int columns) {
  int row = blockIdx.x * TILE + threadIdx.x;
  int col = blockIdx.y * TILE + threadIdx.y;
  out[col * rows + row] = in[row * columns + col];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
