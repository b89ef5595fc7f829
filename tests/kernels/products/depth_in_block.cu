// Threads along z share the depth of an element of the result, and their sums are put together in shared memory.
// A B C: A B C
#define TX 8
#define TY 4
#define TZ 4
__global__ void gemmSplitInBlock(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float part[TZ][TY][TX];
  int col = blockIdx.x * TX + threadIdx.x;
  int row = blockIdx.y * TY + threadIdx.y;
  float s = 0.0f;
  if (row < M && col < N)
    for (int k = threadIdx.z; k < K; k += TZ) s += A[row * K + k] * B[k * N + col];
  part[threadIdx.z][threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  for (int half = TZ / 2; half > 0; half /= 2) {
    if (threadIdx.z < half)
      part[threadIdx.z][threadIdx.y][threadIdx.x] += part[threadIdx.z + half][threadIdx.y][threadIdx.x];
    __syncthreads();
  }
  if (threadIdx.z == 0 && row < M && col < N) C[row * N + col] = part[0][threadIdx.y][threadIdx.x];
}
void launch(const float* A, const float* B, float* C, int M, int N, int K) {
  dim3 block(TX, TY, TZ), grid((N + TX - 1) / TX, (M + TY - 1) / TY);
  gemmSplitInBlock<<<grid, block>>>(A, B, C, M, N, K);
}
