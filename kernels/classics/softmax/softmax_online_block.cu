// The softmax of each row, one row per block, online: each thread keeps a maximum and a sum relative to it. One tree
// combines both at once. softmax_block_a_row has two trees and loads 3 * n elements; this kernel has one tree and
// loads 2 * n.
// in and out are rows x n, row-major. A block has BLOCK threads, a power of two, and n is at least BLOCK.
//! rows = 2
//! n = 40
//! in = { sides = [2, 40], fill = "random" }
//! out = { sides = [2, 40] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void softmax_online_block(const float* in, float* out, int rows, int n) {
  __shared__ float mosts[BLOCK];
  __shared__ float sums[BLOCK];
  int tid = threadIdx.x, row = blockIdx.x;
  float most = -INFINITY, sum = 0.0f;
  for (int i = tid; i < n; i += BLOCK) {
    float element = in[row * n + i];
    float before = most;
    most = fmaxf(most, element);
    sum = sum * expf(before - most) + expf(element - most);
  }
  mosts[tid] = most;
  sums[tid] = sum;
  __syncthreads();  // no thread reads a pair before it is stored
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s) {
      most = fmaxf(mosts[tid], mosts[tid + s]);
      sums[tid] = sums[tid] * expf(mosts[tid] - most) + sums[tid + s] * expf(mosts[tid + s] - most);
      mosts[tid] = most;
    }
    __syncthreads();  // the next step reads what this one stored
  }
  for (int i = tid; i < n; i += BLOCK)
    out[row * n + i] = expf(in[row * n + i] - mosts[0]) / sums[0];
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
