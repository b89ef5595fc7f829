__global__ void last_block_races(const float* A, float* C) {
  __shared__ float As[4];
  int t = threadIdx.y * 2 + threadIdx.x;
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  As[t] = A[t];
  if (block + 1 < gridDim.x * gridDim.y) __syncthreads();
  C[block * 4 + t] = As[3 - t];
}
