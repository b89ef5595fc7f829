//! block = ["TILE", "TILE"]
const int TILE = 4;

// Nobody fills anything behind the last pair of tiles, so nobody waits there.
__global__ void square_by_square(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float sa[TILE * TILE], sb[TILE * TILE];
  const int here = threadIdx.y * TILE + threadIdx.x;
  const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  const int tiles = K / TILE;
  float c = 0;
  for (int t = 0;;) {
    sa[here] = A[(top + threadIdx.y) * K + t * TILE + threadIdx.x];
    sb[here] = B[(t * TILE + threadIdx.y) * N + left + threadIdx.x];
    __syncthreads();
    for (int e = 0; e < TILE; e++) c += sa[threadIdx.y * TILE + e] * sb[e * TILE + threadIdx.x];
    if (++t == tiles) break;
    __syncthreads();
  }
  C[(top + threadIdx.y) * N + left + threadIdx.x] = c;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
