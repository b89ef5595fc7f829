// says: launch 2
//! rows = 10
//! columns = 18
//! image = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows", "columns"] }
//! grid = ["(columns + WIDE - 1) / WIDE", "(rows + HIGH - 1) / HIGH"]
//! block = ["WIDE", "HIGH"]
const int WIDE = 8;
const int HIGH = 4;

// The sides of the block that is shown, written out.
__global__ void blur(const int* image, int* out, int rows, int columns) {
  __shared__ int tile[HIGH + 2][WIDE + 2];
  int y = threadIdx.y, x = threadIdx.x;
  int top = blockIdx.y * HIGH - 1, left = blockIdx.x * WIDE - 1;
  for (int c = y * 8 + x; c < 60; c += 32) {
    int r = top + c / 10, k = left + c % 10;
    tile[c / 10][c % 10] = r >= 0 && r < rows && k >= 0 && k < columns ? image[r * columns + k] : 0;
  }
  __syncthreads();
  if (top + 1 + y >= rows || left + 1 + x >= columns)
    return;
  int sum = 0;
  for (int c = 0; c < 9; ++c)
    sum += tile[y + c / 3][x + c % 3];
  out[(top + 1 + y) * columns + left + 1 + x] = sum;
}

void reference(const int* image, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
          if (r >= 0 && r < rows && c >= 0 && c < columns)
            out[row * columns + column] += image[r * columns + c];
}
