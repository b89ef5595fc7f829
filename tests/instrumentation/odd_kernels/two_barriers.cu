__global__ void two_barriers(const float* A, float* C) {
  C[threadIdx.y] = A[threadIdx.x];
  if (threadIdx.y == 0)
    __syncthreads();
  else
    __syncthreads();
}
