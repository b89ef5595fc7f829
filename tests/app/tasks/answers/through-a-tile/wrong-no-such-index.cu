// says: through-a-tile.cu:12:
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = in[blockIdx.y][threadIdx.x];
  __syncthreads();
  out[threadIdx.y * rows + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
