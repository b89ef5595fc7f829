//! rows = 10
//! columns = 18
//! image = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows", "columns"] }
//! grid = ["(columns + WIDE - 1) / WIDE", "(rows + HIGH - 1) / HIGH"]
//! block = ["WIDE", "HIGH"]
const int WIDE = 8;
const int HIGH = 4;

// One row of cells, filled in steps of the block: no cell has to be thought of by itself.
#define PITCH (WIDE + 2)
#define CELLS (PITCH * (HIGH + 2))
#define IN_RANGE(v, most) ((unsigned)(v) < (unsigned)(most))

__global__ void blur(const int* __restrict__ image, int* __restrict__ out, int rows,
                     int columns) {
  __shared__ int s[CELLS];
  const int t = threadIdx.y * WIDE + threadIdx.x;
  const int y0 = blockIdx.y * HIGH - 1, x0 = blockIdx.x * WIDE - 1;
#pragma unroll
  for (int c = t; c < CELLS; c += WIDE * HIGH) {
    const int gy = y0 + c / PITCH, gx = x0 + c % PITCH;
    s[c] = IN_RANGE(gy, rows) && IN_RANGE(gx, columns) ? image[gy * columns + gx] : 0;
  }
  __syncthreads();
  const int gy = y0 + 1 + threadIdx.y, gx = x0 + 1 + threadIdx.x;
  if (gy >= rows || gx >= columns) return;
  const int* p = s + threadIdx.y * PITCH + threadIdx.x;
  int acc = p[0] + p[1] + p[2];
  p += PITCH;
  acc += p[0] + p[1] + p[2];
  p += PITCH;
  acc += p[0] + p[1] + p[2];
  out[gy * columns + gx] = acc;
}

void reference(const int* image, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (int r = row - 1; r <= row + 1; ++r)
        for (int c = column - 1; c <= column + 1; ++c)
          if (r >= 0 && r < rows && c >= 0 && c < columns)
            out[row * columns + column] += image[r * columns + c];
}
