//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// The rows of a block lie one behind the other, so we just walk over all of it.
// Each thread adds what it finds to the sum of the row it is in.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  __shared__ int total[BLOCK];
  const int me = threadIdx.x;
  total[me] = 0;
  __syncthreads();
  int my_rows = rows - blockIdx.x * BLOCK;
  if (my_rows > BLOCK) my_rows = BLOCK;
  const int* block_in = in + blockIdx.x * BLOCK * columns;
  for (int e = me; e < my_rows * columns; e += BLOCK) {
    int r = e / columns;
    atomicAdd(&total[r], block_in[e]);
  }
  __syncthreads();
  if (me < my_rows) out[blockIdx.x * BLOCK + me] = total[me];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
