// The tiled kernel for any rectangle. Cells of the tile outside A or B get 0, which changes no sum.
// A is M x K, B is K x N, C is M x N, row-major. A thread outside C still loads for the others, but stores nothing.
__global__ void tiled_bounded(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int tile = 0; tile < (K + TILE - 1) / TILE; ++tile) {
    int a_col = tile * TILE + tx;
    int b_row = tile * TILE + ty;
    As[ty][tx] = row < M && a_col < K ? A[row * K + a_col] : 0.0f;
    Bs[ty][tx] = b_row < K && col < N ? B[b_row * N + col] : 0.0f;
    __syncthreads();  // no thread reads a tile before it is full
    for (int k = 0; k < TILE; ++k)  // no guard: padding adds 0
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
