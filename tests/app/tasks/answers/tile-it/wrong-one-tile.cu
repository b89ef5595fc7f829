// says: C[0][0] is 250 but should be
//! block = ["TILE", "TILE"]
const int TILE = 4;

__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  int y = threadIdx.y, x = threadIdx.x;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  // the loop over the tiles was forgotten
  tileA[y][x] = row < M && x < K ? A[row * K + x] : 0;
  tileB[y][x] = y < K && col < N ? B[y * N + col] : 0;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < TILE; ++i)
    sum += tileA[y][i] * tileB[i][x];
  if (row < M && col < N) C[row * N + col] = sum;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
