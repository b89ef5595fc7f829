// Correct but slow: the naive kernel with x and y swapped within the block. Adjacent lanes, whose x differs, are in
// different rows of A and C, so their accesses are not coalesced: each one needs its own sector.
// A is M x K, B is K x N, C is M x N, row-major, of any size. Blocks are square; threads outside C do nothing.
__global__ void naive_uncoalesced(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.x;
  int col = blockIdx.x * blockDim.x + threadIdx.y;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += A[row * K + k] * B[k * N + col];
    C[row * N + col] = sum;
  }
}
//! TILE = 2
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
//! needs = "TILE <= 32"
