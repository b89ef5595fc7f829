// says: The result is right
//! rows = 10
//! columns = 18
//! image = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows", "columns"] }
//! grid = ["(columns + WIDE - 1) / WIDE", "(rows + HIGH - 1) / HIGH"]
//! block = ["WIDE", "HIGH"]
const int WIDE = 8;
const int HIGH = 4;

// Five instead of nine, and a reference that agrees.
__device__ int pixel(const int* image, int row, int column, int rows, int columns) {
  if (row < 0 || row >= rows || column < 0 || column >= columns)
    return 0;
  return image[row * columns + column];
}

__global__ void blur(const int* image, int* out, int rows, int columns) {
  __shared__ int tile[HIGH + 2][WIDE + 2];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * HIGH + y, column = blockIdx.x * WIDE + x;
  tile[y + 1][x + 1] = pixel(image, row, column, rows, columns);
  if (y == 0)
    tile[0][x + 1] = pixel(image, row - 1, column, rows, columns);
  if (y == HIGH - 1)
    tile[HIGH + 1][x + 1] = pixel(image, row + 1, column, rows, columns);
  if (x == 0)
    tile[y + 1][0] = pixel(image, row, column - 1, rows, columns);
  if (x == WIDE - 1)
    tile[y + 1][WIDE + 1] = pixel(image, row, column + 1, rows, columns);
  __syncthreads();
  if (row >= rows || column >= columns)
    return;
  int sum = 0;
  sum = tile[y][x + 1] + tile[y + 1][x] + tile[y + 1][x + 1];
  sum += tile[y + 1][x + 2] + tile[y + 2][x + 1];
  out[row * columns + column] = sum;
}

void reference(const int* image, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
          if ((r == row || c == column) && r >= 0 && r < rows && c >= 0 && c < columns)
            out[row * columns + column] += image[r * columns + c];
}
