// Thread (1,0) counts for ever, and touches no array while it does.
__global__ void endless(const float* A, float* C, int K) {
  C[threadIdx.y * 2 + threadIdx.x] = A[0];
  int k = 0;
  if (threadIdx.y == 1 && threadIdx.x == 0)
    while (k < K) k = k > 0 ? 0 : 1;
  __syncthreads();
}
