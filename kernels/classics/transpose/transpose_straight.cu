// Slow: out is in, transposed, one element per thread. A warp loads along a row of in, so a load takes 4 sectors; it
// stores down a column of out, so a store takes 32.
// in is rows x columns, out is columns x rows, row-major; both sides are multiples of TILE. A block is TILE x TILE.
//! rows = 64
//! columns = 64
//! in = { sides = [64, 64], fill = "ramp" }
//! out = { sides = [64, 64] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 32;

__global__ void transpose_straight(const float* in, float* out, int rows, int columns) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  out[col * rows + row] = in[row * columns + col];
}

void reference(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
