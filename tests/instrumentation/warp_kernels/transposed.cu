// A tile of A that is stored the other way round, so that a warp's stores fall into one bank.
__global__ void transposed(const float* A, float* C, int K) {
  __shared__ float As[TILE][TILE];
  As[threadIdx.x][threadIdx.y] = A[threadIdx.y * K + threadIdx.x];
  __syncthreads();
  C[threadIdx.y * K + threadIdx.x] = As[threadIdx.y][threadIdx.x];
}
