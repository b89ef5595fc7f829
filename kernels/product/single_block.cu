// All of A and B in the shared memory of one block: good for tiny matrices, but every other multiprocessor is idle.
// A is M x K, B is K x N, C is M x N, row-major. The block is max(N,K) x max(M,K) threads, because C's own shape is too
// small to load A when K > N, and B when K > M; TILE is at least every side.
__global__ void single_block(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = threadIdx.y;
  int col = threadIdx.x;
  if (row < M && col < K)
    As[row][col] = A[row * K + col];
  if (row < K && col < N)
    Bs[row][col] = B[row * N + col];
  __syncthreads();  // a thread reads what others have loaded
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
      sum += As[row][k] * Bs[k][col];
    C[row * N + col] = sum;
  }
}
