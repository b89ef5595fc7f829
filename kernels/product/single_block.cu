// All of A and B in the shared memory of one block. Good for tiny matrices, but all other multiprocessors are idle.
// A is M x K, B is K x N, C is M x N, row-major. The block is max(M,K) x max(N,K) threads: a block of C's shape has
// too few columns for A if K > N, and too few rows for B if K > M. No side is longer than TILE.
__global__ void single_block(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = threadIdx.y;
  int col = threadIdx.x;
  if (row < M && col < K)
    As[row][col] = A[row * K + col];
  if (row < K && col < N)
    Bs[row][col] = B[row * N + col];
  __syncthreads();  // a thread reads what other threads have loaded
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += As[row][k] * Bs[k][col];
    C[row * N + col] = sum;
  }
}
//! TILE = "min(32, max(M, max(N, K)))"
//! grid = 1
//! block = ["max(N, K)", "max(M, K)"]
//! needs = ["TILE <= 32", "M <= TILE", "N <= TILE", "K <= TILE"]
