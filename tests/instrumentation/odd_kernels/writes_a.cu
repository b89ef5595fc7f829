__global__ void writes_a(float* A, float* C) {
  A[0] += 1.0f;
  C[blockIdx.x] = A[0];
}
