// Each thread makes two by two elements, in registers.
// A B C: A B C
#define TS 16
__global__ void two_by_two(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[TS][TS], b[TS][TS];
  int tx = threadIdx.x, ty = threadIdx.y, tid = ty * 8 + tx;
  int row0 = blockIdx.y * TS, col0 = blockIdx.x * TS;
  float r[2][2] = {};
  for (int k0 = 0; k0 < K; k0 += TS) {
    for (int i = tid; i < TS * TS; i += 64) {
      int y = i / TS, x = i % TS;
      a[y][x] = row0 + y < M && k0 + x < K ? A[(row0 + y) * K + k0 + x] : 0;
      b[y][x] = k0 + y < K && col0 + x < N ? B[(k0 + y) * N + col0 + x] : 0;
    }
    __syncthreads();
    for (int k = 0; k < TS; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) r[i][j] += a[ty * 2 + i][k] * b[k][tx * 2 + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (row0 + ty * 2 + i < M && col0 + tx * 2 + j < N) C[(row0 + ty * 2 + i) * N + col0 + tx * 2 + j] = r[i][j];
}
void run(const float* A, const float* B, float* C, int M, int N, int K) {
  dim3 threads(8, 8), blocks((N + TS - 1) / TS, (M + TS - 1) / TS);
  two_by_two<<<blocks, threads>>>(A, B, C, M, N, K);
}
