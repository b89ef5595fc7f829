//! block = ["TILE", "TILE"]
const int TILE = 2;

// Even rounds use one half of the room, odd ones the other, so one barrier a round is enough.
__global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float room[2][2][TILE][TILE];
  const int v = threadIdx.y, u = threadIdx.x;
  const int i = blockIdx.y * TILE + v, j = blockIdx.x * TILE + u;
  float r = 0.0f;
  for (int p = 0, half = 0; p < K; p += TILE, half = 1 - half) {
    room[half][0][v][u] = A[i * K + p + u];
    room[half][1][v][u] = B[(p + v) * N + j];
    __syncthreads();
    for (int q = 0; q < TILE; ++q) r = fmaf(room[half][0][v][q], room[half][1][q][u], r);
  }
  C[i * N + j] = r;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
