// The sum goes in steps of four, and a loop of its own makes the rest.
// A B C: A B C
__global__ void unrolled(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  if (row >= M || col >= N) return;
  float sum = 0;
  int k = 0;
  for (; k + 3 < K; k += 4) {
    sum += A[row * K + k] * B[k * N + col];
    sum += A[row * K + k + 1] * B[(k + 1) * N + col];
    sum += A[row * K + k + 2] * B[(k + 2) * N + col];
    sum += A[row * K + k + 3] * B[(k + 3) * N + col];
  }
  for (; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
