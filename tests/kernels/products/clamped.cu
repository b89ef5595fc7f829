// No branch around loads: indices are clamped, and elements outside count as zero.
// A B C: A B C
#define TS 8
__global__ void clamped(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TS][TS], b[TS][TS];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TS + ty, col = blockIdx.x * TS + tx;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += TS) {
    const float inA = k0 + tx < K ? 1.0f : 0.0f, inB = k0 + ty < K ? 1.0f : 0.0f;
    a[ty][tx] = inA * A[min(row, M - 1) * K + min(k0 + tx, K - 1)];
    b[ty][tx] = inB * B[min(k0 + ty, K - 1) * N + min(col, N - 1)];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TS; ++k) sum += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
