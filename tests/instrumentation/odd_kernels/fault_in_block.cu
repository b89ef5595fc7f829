// In block (1,2) and those behind it half of the threads stand before another barrier.
__global__ void fault_in_block(const float* A, float* C, int N) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  C[block] = A[block];
  if (block < 6 || threadIdx.x == 1)
    __syncthreads();
  else
    __syncthreads();
}
