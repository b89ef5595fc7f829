// WRONG ON PURPOSE: the tiled kernel with a k loop that stops one iteration early. It has no race: every schedule gives
// the same wrong C. (A published text has this error.)
// A is M x K, B is K x N, C is M x N, row-major; M, N and K are multiples of TILE. The block is TILE x TILE threads.
__global__ void tiled_short_loop(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int tile = 0; tile < K / TILE; ++tile) {
    As[ty][tx] = A[row * K + tile * TILE + tx];
    Bs[ty][tx] = B[(tile * TILE + ty) * N + col];
    __syncthreads();  // no thread reads a tile before it is full
    for (int k = 0; k < TILE - 1; ++k)  // the mistake: the last product of each phase is missing
      sum += As[ty][k] * Bs[k][tx];
    __syncthreads();  // no thread overwrites a tile that is still being read
  }
  C[row * N + col] = sum;
}
//! TILE = 2
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["TILE", "TILE"]
//! needs = ["TILE <= 32", "M % TILE == 0", "N % TILE == 0", "K % TILE == 0"]
