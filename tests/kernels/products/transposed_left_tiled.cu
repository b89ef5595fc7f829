// A is given transposed, K x M: its tiles are turned around on their way into shared memory.
// A B C: A B C
#define TS 8
__global__ void gemm_tn(const int M, const int N, const int K, const float* A, const float* B, float* C) {
  const int row = threadIdx.x;
  const int col = threadIdx.y;
  const int globalRow = TS * blockIdx.y + row;
  const int globalCol = TS * blockIdx.x + col;
  __shared__ float Asub[TS][TS];
  __shared__ float Bsub[TS][TS];
  float acc = 0.0f;
  const int numTiles = (K + TS - 1) / TS;
  for (int t = 0; t < numTiles; t++) {
    const int tiledRow = TS * t + row;
    const int tiledCol = TS * t + col;
    Asub[col][row] = (tiledCol < K && globalRow < M) ? A[tiledCol * M + globalRow] : 0.0f;
    Bsub[row][col] = (tiledRow < K && globalCol < N) ? B[tiledRow * N + globalCol] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TS; k++) acc += Asub[k][row] * Bsub[k][col];
    __syncthreads();
  }
  if (globalRow < M && globalCol < N) C[globalRow * N + globalCol] = acc;
}
