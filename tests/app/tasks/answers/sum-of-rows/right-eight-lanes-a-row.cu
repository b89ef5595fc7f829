//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
#define BLOCK 32
#define FULL 0xffffffffu

// Eight lanes share a row: a sector a load and row. A warp has four rows at once.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  const unsigned sub = threadIdx.x & 7u;
  const unsigned group = threadIdx.x >> 3;
#pragma unroll
  for (unsigned r = group; r < BLOCK; r += BLOCK / 8) {
    const int row = blockIdx.x * BLOCK + r;
    int acc = 0;
    if (row < rows)
      for (int c = sub; c < columns; c += 8)
        acc += in[row * columns + c];
    acc += __shfl_xor_sync(FULL, acc, 4);
    acc += __shfl_xor_sync(FULL, acc, 2);
    acc += __shfl_xor_sync(FULL, acc, 1);
    if (sub == 0 && row < rows)
      out[row] = acc;
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
