// says: on left, line
//! block = ["TILE", "TILE"]
const int TILE = 2;

// the last thread fills the tiles, when all before it have added
__global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float left[TILE][TILE];
  __shared__ float right[TILE][TILE];
  int ty = threadIdx.y, tx = threadIdx.x;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float dot = 0;
  for (int round = 0; round < K / TILE; ++round) {
    if (ty == TILE - 1 && tx == TILE - 1)
      for (int n = 0; n < TILE * TILE; ++n) {
        int r = n / TILE, c = n % TILE;
        left[r][c] = A[(blockIdx.y * TILE + r) * K + round * TILE + c];
        right[r][c] = B[(round * TILE + r) * N + blockIdx.x * TILE + c];
      }
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      dot += left[ty][k] * right[k][tx];
  }
  C[row * N + col] = dot;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
