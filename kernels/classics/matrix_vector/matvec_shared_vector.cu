// y = A * x, one row per thread, with x in shared memory: the block loads x once, BLOCK elements at a time. So x is
// read from global memory once per block, not once per row. No element of A is read twice, so the loads of A stay the
// same: 32 sectors for a full warp.
// A is rows x columns, row-major; x has columns elements, y has rows. A block has BLOCK threads.
//! rows = 40
//! columns = 40
//! A = { sides = [40, 40], fill = "random" }
//! x = { sides = [40], fill = "random" }
//! y = { sides = [40] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

__global__ void matvec_shared_vector(const float* A, const float* x, float* y, int rows, int columns) {
  __shared__ float xs[BLOCK];
  int tid = threadIdx.x;
  int row = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int tile = 0; tile < columns; tile += BLOCK) {
    xs[tid] = tile + tid < columns ? x[tile + tid] : 0.0f;
    __syncthreads();  // no thread reads a piece of x before it is full
    if (row < rows)
      for (int k = 0; k < BLOCK && tile + k < columns; ++k)
        sum += A[row * columns + tile + k] * xs[k];
    __syncthreads();  // no thread overwrites a piece that is still being read
  }
  if (row < rows)
    y[row] = sum;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
