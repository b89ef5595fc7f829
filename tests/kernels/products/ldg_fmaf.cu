// Intrinsics for what the language says as well.
// A B C: A B C
__global__ void intrinsics(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                           const int M, const int N, const int K) {
  const int col = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  const int row = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (row < M && col < N) {
    float acc = 0.0f;
    const float* a = A + row * K;
    const float* b = B + col;
    for (int k = 0; k < K; ++k, b += N) acc = __fmaf_rn(__ldg(a + k), __ldg(b), acc);
    C[row * N + col] = acc;
  }
}
