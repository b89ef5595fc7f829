// A thread makes eight elements of a column, one in each register.
// A B C: a b c
__global__ void eight_rows(const float* a, const float* b, float* c, int M, int N, int K) {
  __shared__ float tile[8][8];
  const int t = threadIdx.x, row0 = blockIdx.y * 8, col = blockIdx.x * 8 + t;
  float r[8] = {0};
  for (int k0 = 0; k0 < K; k0 += 8) {
    for (int i = 0; i < 8; ++i) tile[i][t] = row0 + i < M && k0 + t < K ? a[(row0 + i) * K + k0 + t] : 0.0f;
    __syncthreads();
    for (int k = 0; k < 8 && k0 + k < K; ++k) {
      const float v = col < N ? b[(k0 + k) * N + col] : 0.0f;
      for (int i = 0; i < 8; ++i) r[i] += tile[i][k] * v;
    }
    __syncthreads();
  }
  if (col < N)
    for (int i = 0; i < 8; ++i)
      if (row0 + i < M) c[(row0 + i) * N + col] = r[i];
}
