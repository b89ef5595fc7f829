//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
// The block as one row of threads: each goes down the tile by as many rows as fit, with a swizzle.
const int TILE = 8;

__device__ int place(int row, int col) {
  return row * TILE + (col ^ (row % TILE));
}

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int cells[TILE * TILE];
  int tid = threadIdx.y * blockDim.x + threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  int height = min(TILE, rows - top), width = min(TILE, columns - left);
  for (int e = tid; e < height * width; e += TILE * TILE)
    cells[place(e / width, e % width)] = in[(top + e / width) * columns + left + e % width];
  __syncthreads();
  for (int e = tid; e < height * width; e += TILE * TILE)
    out[(left + e / height) * rows + top + e % height] = cells[place(e % height, e / height)];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
