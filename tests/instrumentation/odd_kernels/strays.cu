__global__ void strays(const float* A, float* C) {
  C[0] = A[5];
  C[1] = A[-1];
  C[9] = 3.0f;
}
