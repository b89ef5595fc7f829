//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int buffer[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  if (x < columns && y < rows) {
    buffer[threadIdx.y][threadIdx.x] = in[y * columns + x];
  }
  __syncthreads();
  // now the other way round
  int x2 = blockIdx.y * TILE + threadIdx.x;
  int y2 = blockIdx.x * TILE + threadIdx.y;
  if (x2 < rows && y2 < columns) {
    out[y2 * rows + x2] = buffer[threadIdx.x][threadIdx.y];
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
