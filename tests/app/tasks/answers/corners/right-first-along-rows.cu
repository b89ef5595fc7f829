//! rows = 10
//! columns = 18
//! image = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows", "columns"] }
//! grid = ["(columns + WIDE - 1) / WIDE", "(rows + HIGH - 1) / HIGH"]
//! block = ["WIDE", "HIGH"]
const int WIDE = 8;
const int HIGH = 4;

// The sum of nine is a sum of three sums of three: first along the rows, then down the columns.
__global__ void blur(const int* image, int* out, int rows, int columns) {
  __shared__ int tile[HIGH + 2][WIDE + 2];
  __shared__ int threes[HIGH + 2][WIDE];
  int top = blockIdx.y * HIGH - 1;
  int left = blockIdx.x * WIDE - 1;
  for (int y = threadIdx.y; y < HIGH + 2; y += HIGH) {
    for (int x = threadIdx.x; x < WIDE + 2; x += WIDE) {
      bool inside = top + y >= 0 && top + y < rows && left + x >= 0 && left + x < columns;
      tile[y][x] = inside ? image[(top + y) * columns + left + x] : 0;
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < HIGH + 2; y += HIGH) {
    int x = threadIdx.x;
    threes[y][x] = tile[y][x] + tile[y][x + 1] + tile[y][x + 2];
  }
  __syncthreads();
  int y = threadIdx.y, x = threadIdx.x;
  if (top + 1 + y < rows && left + 1 + x < columns)
    out[(top + 1 + y) * columns + left + 1 + x] =
        threes[y][x] + threes[y + 1][x] + threes[y + 2][x];
}

void reference(const int* image, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
          if (r >= 0 && r < rows && c >= 0 && c < columns)
            out[row * columns + column] += image[r * columns + c];
}
