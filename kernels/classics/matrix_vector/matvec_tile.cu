// y = A * x, one row per thread, but A passes through a tile. The warps load the tile row by row, 4 sectors per load,
// and then each thread goes along its own row of the tile. With one column of padding, the lanes,
// each in its own row, read from 32 different banks. But only one warp in eight multiplies; the others just load.
// A is rows x columns, row-major; x has columns elements, y has rows; both are multiples of 32. The block is 32 x 8
// threads.
//! rows = 64
//! columns = 64
//! A = { sides = [64, 64], fill = "random" }
//! x = { sides = [64], fill = "random" }
//! y = { sides = [64] }
//! grid = 2
//! block = [32, 8]
__global__ void matvec_tile(const float* A, const float* x, float* y, int rows, int columns) {
  __shared__ float As[32][33];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.x * 32;
  float sum = 0.0f;
  for (int tile = 0; tile < columns; tile += 32) {
    for (int r = ty; r < 32; r += 8)
      As[r][tx] = A[(top + r) * columns + tile + tx];
    __syncthreads();  // no thread reads a tile before it is full
    if (ty == 0)
      for (int k = 0; k < 32; ++k)
        sum += As[tx][k] * x[tile + k];
    __syncthreads();  // no thread overwrites a tile that is still being read
  }
  if (ty == 0)
    y[top + tx] = sum;
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
