//! block = ["TILE", "TILE"]
const int TILE = 4;

__device__ float or_zero(bool is_inside, const float* p, int at) { return is_inside ? p[at] : 0; }

// The next tiles are fetched into registers while these are used.
__global__ void fewer_loads(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float s[2][TILE][TILE + 1];
  const int y = threadIdx.y, x = threadIdx.x;
  const int r = blockIdx.y * TILE + y, c = blockIdx.x * TILE + x;
  float a = or_zero(r < M && x < K, A, r * K + x);
  float b = or_zero(y < K && c < N, B, y * N + c);
  float acc = 0.0f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    s[0][y][x] = a;
    s[1][y][x] = b;
    __syncthreads();
    const int next = k0 + TILE;
    a = or_zero(r < M && next + x < K, A, r * K + next + x);
    b = or_zero(next + y < K && c < N, B, (next + y) * N + c);
#pragma unroll
    for (int e = 0; e < TILE; ++e) acc = fmaf(s[0][y][e], s[1][e][x], acc);
    __syncthreads();
  }
  if (r < M && c < N) C[r * N + c] = acc;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int row = 0; row < M; ++row)
    for (int col = 0; col < N; ++col) {
      float sum = 0;
      for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
      C[row * N + col] = sum;
    }
}
