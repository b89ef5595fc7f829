// says: global loads
//! rows = 10
//! columns = 18
//! image = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows", "columns"] }
//! grid = ["(columns + WIDE - 1) / WIDE", "(rows + HIGH - 1) / HIGH"]
//! block = ["WIDE", "HIGH"]
const int WIDE = 8;
const int HIGH = 4;

__global__ void blur(const int* image, int* out, int rows, int columns) {
  int row = blockIdx.y * HIGH + threadIdx.y, column = blockIdx.x * WIDE + threadIdx.x;
  if (row >= rows || column >= columns)
    return;
  int sum = 0;
  for (int r = max(row - 1, 0); r <= min(row + 1, rows - 1); ++r)
    for (int c = max(column - 1, 0); c <= min(column + 1, columns - 1); ++c)
      sum += image[r * columns + c];
  out[row * columns + column] = sum;
}

void reference(const int* image, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
          if (r >= 0 && r < rows && c >= 0 && c < columns)
            out[row * columns + column] += image[r * columns + c];
}
