// 256 threads in a row; thread t has every 256th element of the block's tile.
// A B C: A B C
#define TILE 16
#define THREADS 64
__global__ void flat(int M, int N, int K, float const* A, float const* B, float* C) {
  __shared__ float sA[TILE * TILE], sB[TILE * TILE], sC[TILE * TILE];
  int const r0 = blockIdx.y * TILE, c0 = blockIdx.x * TILE;
  for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) sC[e] = 0.f;
  for (int k0 = 0; k0 < K; k0 += TILE) {
    for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
      int const r = e / TILE, c = e % TILE;
      sA[e] = (r0 + r < M && k0 + c < K) ? A[(r0 + r) * K + k0 + c] : 0.f;
      sB[e] = (k0 + r < K && c0 + c < N) ? B[(k0 + r) * N + c0 + c] : 0.f;
    }
    __syncthreads();
    for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
      float sum = sC[e];
      for (int k = 0; k < TILE; ++k) sum += sA[e / TILE * TILE + k] * sB[k * TILE + e % TILE];
      sC[e] = sum;
    }
    __syncthreads();
  }
  for (int e = threadIdx.x; e < TILE * TILE; e += THREADS)
    if (r0 + e / TILE < M && c0 + e % TILE < N) C[(r0 + e / TILE) * N + c0 + e % TILE] = sC[e];
}
