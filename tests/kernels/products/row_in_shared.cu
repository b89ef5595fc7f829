// A block makes a row: the row of the left factor is read once, then shared.
// A B C: A B C
#define CHUNK 32
__global__ void rowBlock(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float part[CHUNK];
  const int row = blockIdx.x;
  for (int first = 0; first < N; first += blockDim.x) {
    const int col = first + threadIdx.x;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += CHUNK) {
      for (int i = threadIdx.x; i < CHUNK; i += blockDim.x) part[i] = k0 + i < K ? A[row * K + k0 + i] : 0;
      __syncthreads();
      if (col < N)
        for (int i = 0; i < CHUNK && k0 + i < K; ++i) sum += part[i] * B[(k0 + i) * N + col];
      __syncthreads();
    }
    if (col < N) C[row * N + col] = sum;
  }
}
