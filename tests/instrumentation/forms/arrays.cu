// A small matrix of sums in registers: each of them is known by its index.
__global__ void arrays(const float* A, const float* B, float* C) {
  float acc[2][2] = {};
  float a[2];
  float plain[3];
  for (int i = 0; i < 2; ++i) a[i] = A[i];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      acc[i][j] += a[i] * B[j];
  plain[2] = acc[1][1];
  C[0] = acc[1][0];
  C[1] = plain[2];
}
//= 6 global_load A[0] = 1
//= 6 global_load A[1] = 2
//= 9 global_load B[0] = 1 operand 1
//= 9 partial_sum acc[0] = 1 <- 0 2
//= 9 global_load B[1] = 2 operand 1
//= 9 partial_sum acc[1] = 2 <- 0 4
//= 9 global_load B[0] = 1 operand 1
//= 9 partial_sum acc[2] = 2 <- 1 6
//= 9 global_load B[1] = 2 operand 1
//= 9 partial_sum acc[3] = 4 <- 1 8
//= 11 global_store C[0] = 2 <- 7
//= 12 global_store C[1] = 4 <- 9
