//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void four_each(const float* A, const float* B, float* C, int M, int N, int K) {
  // No tiles: a column of A and a row of B at a time, in two places in turn.
  __shared__ float column[2][2 * TILE], line[2][2 * TILE];
  const int y = threadIdx.y, x = threadIdx.x, me = y * TILE + x;
  const int top = blockIdx.y * 2 * TILE, left = blockIdx.x * 2 * TILE;
  float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int k = 0; k < K; ++k) {
    const int at = k & 1;
    if (me < 2 * TILE) column[at][me] = A[(top + me) * K + k];
    const int other = TILE * TILE - 1 - me;
    if (other < 2 * TILE) line[at][other] = B[k * N + left + other];
    __syncthreads();
    const float a0 = column[at][2 * y], a1 = column[at][2 * y + 1];
    const float b0 = line[at][2 * x], b1 = line[at][2 * x + 1];
    s00 = fmaf(a0, b0, s00);
    s01 = fmaf(a0, b1, s01);
    s10 = fmaf(a1, b0, s10);
    s11 = fmaf(a1, b1, s11);
  }
  float* const c = C + (top + 2 * y) * N + left + 2 * x;
  c[0] = s00;
  c[1] = s01;
  c[N] = s10;
  c[N + 1] = s11;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
