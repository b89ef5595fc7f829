__global__ void barrier_in_branch(const float* A, float* C) {
  C[threadIdx.y] = A[threadIdx.x];
  if (threadIdx.x == 0)
    __syncthreads();
}
