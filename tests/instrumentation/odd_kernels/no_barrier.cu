__global__ void no_barrier(const float* A, float* C) {
  __shared__ float As[16];
  int t = threadIdx.y * 4 + threadIdx.x;
  As[t] = A[t];
  C[t] = As[15 - t];
}
