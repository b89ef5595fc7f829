//! block = ["TILE", "TILE"]
const int TILE = 4;

// Two places for tiles, in turn: one barrier a tile does, since nobody fills what is read.
__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float stageA[2][TILE][TILE], stageB[2][TILE][TILE];
  const int ly = threadIdx.y, lx = threadIdx.x;
  const float* a = A + (blockIdx.y * TILE + ly) * K + lx;
  const float* b = B + ly * N + blockIdx.x * TILE + lx;
  float acc = 0.f;
  float nextA = *a, nextB = *b;
  int now = 0;
  for (int left = K; left > 0; left -= TILE) {
    stageA[now][ly][lx] = nextA;
    stageB[now][ly][lx] = nextB;
    __syncthreads();
    if (left > TILE) {
      a += TILE;
      b += TILE * N;
      nextA = *a;
      nextB = *b;
    }
#pragma unroll
    for (int e = 0; e < TILE; ++e) acc += stageA[now][ly][e] * stageB[now][e][lx];
    now ^= 1;
  }
  C[(blockIdx.y * TILE + ly) * N + blockIdx.x * TILE + lx] = acc;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
