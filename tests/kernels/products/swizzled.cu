// Blocks in a row go through the tiles of the result in groups of two rows, for the cache.
// A B C: A B C
#define T 8
#define GROUP 2
__global__ void grouped(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float as[T][T], bs[T][T];
  const int tilesM = (M + T - 1) / T, tilesN = (N + T - 1) / T;
  const int perGroup = GROUP * tilesN, group = blockIdx.x / perGroup;
  const int firstM = group * GROUP, rowsHere = min(tilesM - firstM, GROUP);
  const int by = firstM + blockIdx.x % perGroup % rowsHere, bx = blockIdx.x % perGroup / rowsHere;
  const int row = by * T + threadIdx.y, col = bx * T + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += T) {
    as[threadIdx.y][threadIdx.x] = row < M && k0 + threadIdx.x < K ? A[row * K + k0 + threadIdx.x] : 0;
    bs[threadIdx.y][threadIdx.x] = k0 + threadIdx.y < K && col < N ? B[(k0 + threadIdx.y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}
void start(const float* A, const float* B, float* C, int M, int N, int K) {
  grouped<<<((M + T - 1) / T) * ((N + T - 1) / T), dim3(T, T)>>>(A, B, C, M, N, K);
}
