// The softmax of each row, one row per block. Its threads go along the row side by side, and a tree in shared memory
// combines their results, first the maxima, then the sums. Both trees use the same shared array.
// in and out are rows x n, row-major. A block has BLOCK threads, a power of two.
//! rows = 2
//! n = 40
//! in = { sides = [2, 40], fill = "random" }
//! out = { sides = [2, 40] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void softmax_block_a_row(const float* in, float* out, int rows, int n) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x, row = blockIdx.x;
  float most = -INFINITY;
  for (int i = tid; i < n; i += BLOCK)
    most = fmaxf(most, in[row * n + i]);
  part[tid] = most;
  __syncthreads();  // no thread compares a part before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      part[tid] = fmaxf(part[tid], part[tid + s]);
    __syncthreads();  // the next step reads what this one stored
  }
  most = part[0];
  __syncthreads();  // no thread overwrites the maximum while others still read it
  float sum = 0.0f;
  for (int i = tid; i < n; i += BLOCK)
    sum += expf(in[row * n + i] - most);
  part[tid] = sum;
  __syncthreads();  // no thread adds a part before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      part[tid] += part[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  for (int i = tid; i < n; i += BLOCK)
    out[row * n + i] = expf(in[row * n + i] - most) / part[0];
}

void reference(const float* in, float* out, int rows, int n) {
  for (int row = 0; row < rows; ++row) {
    float most = in[row * n];
    for (int i = 1; i < n; ++i)
      most = fmaxf(most, in[row * n + i]);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(in[row * n + i] - most);
    for (int i = 0; i < n; ++i)
      out[row * n + i] = expf(in[row * n + i] - most) / sum;
  }
}
