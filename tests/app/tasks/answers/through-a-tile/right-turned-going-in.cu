//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
// The tile is turned on its way in, and comes out as it lies.
#define TILE 8
#define AT(r, c) ((r) * TILE + (c))

__global__ void turn(const int* in, int* out, int rows, int columns) {
  __shared__ int turned[TILE * TILE];
  const int i = threadIdx.y, j = threadIdx.x;
  const int r0 = TILE * blockIdx.y, c0 = TILE * blockIdx.x;
  if (r0 + i < rows && c0 + j < columns)
    turned[AT(j, i)] = in[(r0 + i) * columns + (c0 + j)];
  __syncthreads();
  if (c0 + i < columns && r0 + j < rows)
    out[(c0 + i) * rows + (r0 + j)] = turned[AT(i, j)];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[col * rows + row] = in[row * columns + col];
}
