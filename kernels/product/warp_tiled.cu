// The double-buffered kernel with a tile of C for each warp of 4 x 8 threads. A row of threads reads the same float4 of
// As, and a column of threads the same float4 of Bs. Each thread computes one or more squares of 4 x 4 sums.
// A is M x K, B is K x N, C is M x N, row-major; M and N are multiples of TILE, K of 8. The block has a row of 32
// threads for each warp.
const int DEPTH = 8;
const int DOWN = TILE < 128 ? 1 : 4;    // squares of a thread below each other,
const int ACROSS = TILE < 128 ? 1 : 2;  // and next to each other
const int WARP_ROWS = 16 * DOWN;        // of C
const int WARP_COLS = 32 * ACROSS;
const int THREADS = TILE / WARP_ROWS * (TILE / WARP_COLS) * 32;
const int LOADS = TILE * DEPTH / 4 / THREADS;  // a thread's float4s of each tile

__global__ void warp_tiled(const float4* A, const float4* B, float4* C, int M, int N, int K) {
  __shared__ alignas(16) float As[2 * DEPTH][TILE + 4];  // two tiles, As[k][row]; padded against bank conflicts
  __shared__ alignas(16) float Bs[2 * DEPTH][TILE];      // aligned: four floats can be read at once
  int warp = threadIdx.y, lane = threadIdx.x;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  int row = warp / (TILE / WARP_COLS) * WARP_ROWS + lane / 8 * 4;
  int col = warp % (TILE / WARP_COLS) * WARP_COLS + lane % 8 * 4;
  int n = warp * 32 + lane;
  int a_row = n / (DEPTH / 4), a_col = n % (DEPTH / 4) * 4;
  int b_row = n / (TILE / 4), b_col = n % (TILE / 4) * 4;
  const int A_ROWS = THREADS / (DEPTH / 4), B_ROWS = THREADS / (TILE / 4);  // from one load to the next
  float4 a4[LOADS], b4[LOADS];
  float a[4 * DOWN], b[4 * ACROSS];
  float sum[4 * DOWN][4 * ACROSS] = {};
  for (int l = 0; l < LOADS; ++l) {
    a4[l] = A[((top + a_row + l * A_ROWS) * K + a_col) / 4];
    b4[l] = B[((b_row + l * B_ROWS) * N + left + b_col) / 4];
  }
  for (int tile = 0; tile < K / DEPTH; ++tile) {
    int stage = tile % 2 * DEPTH;
    for (int l = 0; l < LOADS; ++l) {
      As[stage + a_col][a_row + l * A_ROWS] = a4[l].x;
      As[stage + a_col + 1][a_row + l * A_ROWS] = a4[l].y;
      As[stage + a_col + 2][a_row + l * A_ROWS] = a4[l].z;
      As[stage + a_col + 3][a_row + l * A_ROWS] = a4[l].w;
      Bs[stage + b_row + l * B_ROWS][b_col] = b4[l].x;
      Bs[stage + b_row + l * B_ROWS][b_col + 1] = b4[l].y;
      Bs[stage + b_row + l * B_ROWS][b_col + 2] = b4[l].z;
      Bs[stage + b_row + l * B_ROWS][b_col + 3] = b4[l].w;
    }
    __syncthreads();  // no thread reads a tile before it is full, and all threads have finished the previous one
    if (tile + 1 < K / DEPTH) {
      for (int l = 0; l < LOADS; ++l) {
        a4[l] = A[((top + a_row + l * A_ROWS) * K + (tile + 1) * DEPTH + a_col) / 4];
        b4[l] = B[(((tile + 1) * DEPTH + b_row + l * B_ROWS) * N + left + b_col) / 4];
      }
    }
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
      for (int s = 0; s < 4 * DOWN; ++s)
        a[s] = As[stage + k][row + s / 4 * 16 + s % 4];
      for (int s = 0; s < 4 * ACROSS; ++s)
        b[s] = Bs[stage + k][col + s / 4 * 32 + s % 4];
      for (int i = 0; i < 4 * DOWN; ++i)
        for (int j = 0; j < 4 * ACROSS; ++j)
          sum[i][j] += a[i] * b[j];
    }
  }
  for (int i = 0; i < 4 * DOWN; ++i)
    for (int j = 0; j < 4 * ACROSS; j += 4)
      C[((top + row + i / 4 * 16 + i % 4) * N + left + col + j / 4 * 32) / 4] =
          make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}
//! TILE = 32
//! grid = ["(N + TILE - 1) / TILE", "(M + TILE - 1) / TILE"]
//! block = [32, "THREADS / 32"]
//! needs = ["TILE == 32 || TILE == 128", "M % TILE == 0", "N % TILE == 0", "K % DEPTH == 0"]
