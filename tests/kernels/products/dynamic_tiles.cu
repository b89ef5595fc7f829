// One dynamic array, cut in two; tiles are as large as blocks.
// A B C: A B C
extern __shared__ float pool[];
__global__ void dynTiles(const float* A, const float* B, float* C, int M, int N, int K) {
  const int T = blockDim.x;
  float* ta = pool;
  float* tb = pool + T * T;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float s = 0;
  for (int t = 0; t < (K + T - 1) / T; ++t) {
    ta[y * T + x] = (row < M && t * T + x < K) ? A[row * K + t * T + x] : 0;
    tb[y * T + x] = (t * T + y < K && col < N) ? B[(t * T + y) * N + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; ++i) s += ta[y * T + i] * tb[i * T + x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = s;
}
void go(const float* A, const float* B, float* C, int M, int N, int K) {
  const int T = 8;
  dim3 block(T, T), grid((N + T - 1) / T, (M + T - 1) / T);
  dynTiles<<<grid, block, 2 * T * T * sizeof(float)>>>(A, B, C, M, N, K);
}
