// A small square of C per thread. SUMS elements of A and SUMS of B, once in registers, give SUMS x SUMS products.
// A is M x K, B is K x N, C is M x N, row-major; M and N are multiples of TILE, K of DEPTH. The block is
// TILE / SUMS x TILE / SUMS threads.
const int SUMS = TILE < 64 ? 2 : TILE / 16;  // along each side of a thread's square
const int SIDE = TILE / SUMS;                // threads along each side of the block
const int DEPTH = 4 * TILE / (SUMS * SUMS);  // the tiles are this deep: a thread loads four elements of each

__global__ void register_tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][DEPTH];
  __shared__ float Bs[DEPTH][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  float a[SUMS], b[SUMS];
  float sum[SUMS][SUMS] = {};
  for (int tile = 0; tile < K / DEPTH; ++tile) {
    for (int n = ty * SIDE + tx; n < TILE * DEPTH; n += SIDE * SIDE) {
      As[n / DEPTH][n % DEPTH] = A[(top + n / DEPTH) * K + tile * DEPTH + n % DEPTH];
      Bs[n / TILE][n % TILE] = B[(tile * DEPTH + n / TILE) * N + left + n % TILE];
    }
    __syncthreads();  // no thread reads a tile before it is full
    for (int k = 0; k < DEPTH; ++k) {
      for (int s = 0; s < SUMS; ++s) {
        a[s] = As[ty * SUMS + s][k];
        b[s] = Bs[k][tx * SUMS + s];
      }
      for (int i = 0; i < SUMS; ++i)
        for (int j = 0; j < SUMS; ++j)
          sum[i][j] += a[i] * b[j];
    }
    __syncthreads();  // no thread overwrites a tile that is still being read
  }
  for (int i = 0; i < SUMS; ++i)
    for (int j = 0; j < SUMS; ++j)
      C[(top + ty * SUMS + i) * N + left + tx * SUMS + j] = sum[i][j];
}
//! TILE = 4
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["SIDE", "SIDE"]
//! needs = ["TILE < 64 ? TILE % 2 == 0 : TILE % 16 == 0 && TILE <= 128",
//!          "M % TILE == 0", "N % TILE == 0", "K % DEPTH == 0"]
