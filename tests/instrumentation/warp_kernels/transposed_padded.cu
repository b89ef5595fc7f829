// The same, but each row is one float longer: a column's floats stand in banks of their own.
__global__ void transposed_padded(const float* A, float* C, int K) {
  __shared__ float As[TILE][TILE + 1];
  As[threadIdx.x][threadIdx.y] = A[threadIdx.y * K + threadIdx.x];
  __syncthreads();
  C[threadIdx.y * K + threadIdx.x] = As[threadIdx.y][threadIdx.x];
}
