// says: Race on total, line
// Right where one thread goes after the other.
//! rows = 32
//! columns = 24
//! in = { sides = ["rows", "columns"], fill = "random" }
//! out = { sides = ["rows"] }
//! grid = "(rows + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;

// Each thread adds what it finds to the sum of the row it is in.
__global__ void row_sums(const int* in, int* out, int rows, int columns) {
  __shared__ int total[BLOCK];
  total[threadIdx.x] = 0;
  __syncthreads();
  int first = blockIdx.x * BLOCK;
  int mine = min(BLOCK, rows - first);
  for (int e = threadIdx.x; e < mine * columns; e += BLOCK)
    total[e / columns] += in[first * columns + e];
  __syncthreads();
  if (threadIdx.x < mine)
    out[first + threadIdx.x] = total[threadIdx.x];
}

void reference(const int* in, int* out, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < columns; ++col)
      out[row] += in[row * columns + col];
}
