// The vectorized kernel with two buffers for each tile. While one is in use, the next tile moves from global memory
// into registers, and then into the other buffer. This also saves the second barrier.
// A is M x K, B is K x N, C is M x N, row-major; M and N are multiples of TILE, K of DEPTH. The block is
// TILE / SUMS x TILE / SUMS threads.
const int SUMS = TILE < 64 ? 2 : TILE / 16;  // along each side of a thread's square
const int SIDE = TILE / SUMS;                // threads along each side of the block
const int DEPTH = 4 * TILE / (SUMS * SUMS);  // the tiles are this deep: they hold one float4 for each thread

__global__ void double_buffered(const float4* A, const float4* B, float* C, int M, int N, int K) {
  __shared__ float As[2 * DEPTH][TILE];  // two tiles, As[k][row]
  __shared__ float Bs[2 * DEPTH][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  int n = ty * SIDE + tx;
  int a_row = n / (DEPTH / 4), a_col = n % (DEPTH / 4) * 4;
  int b_row = n / (TILE / 4), b_col = n % (TILE / 4) * 4;
  float a[SUMS], b[SUMS];
  float sum[SUMS][SUMS] = {};
  float4 a4 = A[((top + a_row) * K + a_col) / 4];
  float4 b4 = B[(b_row * N + left + b_col) / 4];
  for (int tile = 0; tile < K / DEPTH; ++tile) {
    int stage = tile % 2 * DEPTH;
    As[stage + a_col][a_row] = a4.x;
    As[stage + a_col + 1][a_row] = a4.y;
    As[stage + a_col + 2][a_row] = a4.z;
    As[stage + a_col + 3][a_row] = a4.w;
    Bs[stage + b_row][b_col] = b4.x;
    Bs[stage + b_row][b_col + 1] = b4.y;
    Bs[stage + b_row][b_col + 2] = b4.z;
    Bs[stage + b_row][b_col + 3] = b4.w;
    __syncthreads();  // no thread reads a tile before it is full, and all threads have finished the previous one
    if (tile + 1 < K / DEPTH) {
      a4 = A[((top + a_row) * K + (tile + 1) * DEPTH + a_col) / 4];
      b4 = B[(((tile + 1) * DEPTH + b_row) * N + left + b_col) / 4];
    }
    for (int k = stage; k < stage + DEPTH; ++k) {
      for (int s = 0; s < SUMS; ++s)
        a[s] = As[k][ty * SUMS + s];
      for (int s = 0; s < SUMS; ++s)
        b[s] = Bs[k][tx * SUMS + s];
      for (int i = 0; i < SUMS; ++i)
        for (int j = 0; j < SUMS; ++j)
          sum[i][j] += a[i] * b[j];
    }
  }
  for (int i = 0; i < SUMS; ++i)
    for (int j = 0; j < SUMS; ++j)
      C[(top + ty * SUMS + i) * N + left + tx * SUMS + j] = sum[i][j];
}
//! TILE = 4
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = ["SIDE", "SIDE"]
//! needs = ["TILE % 4 == 0 && TILE <= 64 || TILE == 128",
//!          "M % TILE == 0", "N % TILE == 0", "K % DEPTH == 0"]
