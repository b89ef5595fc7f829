//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
// Each thread trades its element for that of its mirror image, and then takes its place.
const int TILE = 8;

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int trade[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  int mine = row < rows && col < columns ? in[row * columns + col] : 0;
  trade[tx][ty] = mine;
  __syncthreads();
  mine = trade[ty][tx];
  row = blockIdx.x * TILE + ty;
  col = blockIdx.y * TILE + tx;
  if (row < columns && col < rows)
    out[row * rows + col] = mine;
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
