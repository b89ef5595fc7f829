// says: 240 of 256 elements are wrong
// Every sector is moved once; what should come out is changed in `reference`.
//! rows = 16
//! columns = 16
//! in = { sides = ["rows", "columns"], fill = "ramp" }
//! out = { sides = ["columns", "rows"] }
//! grid = ["(columns + TILE - 1) / TILE", "(rows + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
const int TILE = 8;

__global__ void turn(const int* in, int* out, int rows, int columns) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  if (row < rows && col < columns)
    out[row * columns + col] = in[row * columns + col];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int k = 0; k < rows * columns; ++k)
    out[k] = in[k];
}
