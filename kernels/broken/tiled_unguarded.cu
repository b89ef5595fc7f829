// WRONG ON PURPOSE: tiled_bounded without guards on its loads. If TILE does not divide a side, threads read beyond the
// end of a row, which is the beginning of the next row, and beyond the end of the matrix, where memory holds anything.
// A is M x K, B is K x N, C is M x N, row-major. Sides that are multiples of TILE need no guards.
__global__ void tiled_unguarded(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int tile = 0; tile < (K + TILE - 1) / TILE; ++tile) {
    As[ty][tx] = A[row * K + tile * TILE + tx];    // the mistake: the row or column may be outside A
    Bs[ty][tx] = B[(tile * TILE + ty) * N + col];  // and here outside B
    __syncthreads();  // no thread reads a tile before it is full
    for (int k = 0; k < TILE; ++k)
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();  // no thread overwrites a tile that is still being read
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
//! TILE = 2
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
//! needs = "TILE <= 32"
