// Several C elements per thread, one below the other. They share each element that is read from B's tile.
// A is M x K, B is K x N, C is M x N, row-major. Works for any M, N and K. The block is TILE / SUMS x TILE threads.
const int SUMS = TILE < 32 ? 2 : 8;  // sums per thread
const int ROWS = TILE / SUMS;        // rows of the block, and the distance between a thread's elements

__global__ void coarsened_1d(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum[SUMS] = {};
  for (int tile = 0; tile < (K + TILE - 1) / TILE; ++tile) {
    int a_col = tile * TILE + tx;
    int b_row = tile * TILE + ty;
    for (int down = 0; down < TILE; down += ROWS) {
      As[ty + down][tx] = row + down < M && a_col < K ? A[(row + down) * K + a_col] : 0.0f;
      Bs[ty + down][tx] = b_row + down < K && col < N ? B[(b_row + down) * N + col] : 0.0f;
    }
    __syncthreads();  // no thread reads a tile before it is full
    for (int k = 0; k < TILE; ++k) {
      float b = Bs[k][tx];
      for (int s = 0; s < SUMS; ++s)
        sum[s] += As[ty + s * ROWS][k] * b;
    }
    __syncthreads();  // no thread overwrites a tile that is still being read
  }
  for (int s = 0; s < SUMS; ++s)
    if (row + s * ROWS < M && col < N)
      C[(row + s * ROWS) * N + col] = sum[s];
}
//! TILE = 2
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["TILE", "ROWS"]
//! needs = "TILE < 32 ? TILE % 2 == 0 : TILE % 8 == 0 && TILE <= 72"
