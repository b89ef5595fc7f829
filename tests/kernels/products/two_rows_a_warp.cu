// A warp reads a row of A together, and each lane keeps columns of B: the row's elements come by shuffles.
// A B C: A B C
__global__ void shuffled(const float* A, const float* B, float* C, int M, int N, int K) {
  const int lane = threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * 32 + lane;
  if (row >= M) return;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 32) {
    const float mine = k0 + lane < K ? A[row * K + k0 + lane] : 0.0f;
    for (int k = 0; k < 32; ++k) {
      const float a = __shfl_sync(0xffffffff, mine, k);
      if (k0 + k < K && col < N) sum += a * B[(k0 + k) * N + col];
    }
  }
  if (col < N) C[row * N + col] = sum;
}
void start(const float* A, const float* B, float* C, int M, int N, int K) {
  shuffled<<<dim3((N + 31) / 32, (M + 3) / 4), dim3(32, 4)>>>(A, B, C, M, N, K);
}
