// Block (1,2) and those behind it have a barrier that half of their threads miss.
__global__ void fault_in_block(const float* A, float* C, int N) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  C[block] = A[block];
  if (block < 6 || threadIdx.x == 1) __syncthreads();
}
