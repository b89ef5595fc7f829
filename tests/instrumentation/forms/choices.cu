// Comparisons, min, max and fabsf; && and || read what decides, and no more.
__global__ void choices(const float* A, const float* B, float* C) {
  float a = A[0];
  if (a < A[1] && B[0] == 1.0f) C[0] = fminf(a, A[2]);
  if (a > A[1] && B[1] == 1.0f) C[0] = 9.0f;
  if (!(A[3] >= B[3]) || a != 1.0f) C[0] = 9.0f;
  C[1] = max(a, B[2]);
  C[2] = fabsf(-a) / B[1];
  C[min(min(3, 4), max(3, 2))] = fmaxf(A[2], B[1]);
}
//= 3 global_load A[0] = 1
//= 4 global_load A[1] = 2 operand 1
//= 4 global_load B[0] = 1
//= 4 global_load A[2] = 3 operand 1
//= 4 partial_sum C[0] = 1 <- 0 3 least
//= 4 global_store C[0] = 1 <- 4
//= 5 global_load A[1] = 2 operand 1
//= 6 global_load A[3] = 4
//= 6 global_load B[3] = 4 operand 1
//= 7 global_load B[2] = 3 operand 1
//= 7 partial_sum C[1] = 3 <- 0 9 greatest
//= 7 global_store C[1] = 3 <- 10
//= 8 global_load B[1] = 2 operand 1
//= 8 global_store C[2] = 0.5 <- many
//= 9 global_load A[2] = 3
//= 9 global_load B[1] = 2 operand 1
//= 9 partial_sum C[3] = 3 <- 14 15 greatest
//= 9 global_store C[3] = 3 <- 16
