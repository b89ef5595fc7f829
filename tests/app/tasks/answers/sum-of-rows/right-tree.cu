//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// The whole block adds up one row after the other, with a tree in shared memory.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  __shared__ int partial[BLOCK];
  int tx = threadIdx.x;
  for (int r = 0; r < BLOCK; r++) {
    int row = blockIdx.x * BLOCK + r;
    if (row >= rows) break;  // the same for all threads
    int x = 0;
    for (int j = tx; j < columns; j += BLOCK) x += in[row * columns + j];
    partial[tx] = x;
    __syncthreads();
    for (int half = BLOCK / 2; half >= 1; half >>= 1) {
      if (tx < half) partial[tx] += partial[tx + half];
      __syncthreads();
    }
    if (tx == 0) out[row] = partial[0];
  }
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
