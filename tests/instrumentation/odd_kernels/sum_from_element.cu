// A sum that begins with an element, which leaves no event but the load, and one that begins with a number.
__global__ void sum_from_element(const float* A, const float* B, float* C) {
  float sum = A[3];
  sum += A[1] * B[0];
  C[0] = sum;
  sum = 0.5f;
  sum += A[1] * B[1];
  C[1] = sum;
}
