// fmaf is a partial sum too; one whose addend is something else starts a sum of its own.
__global__ void fused(const float* A, const float* B, float* C) {
  float sum = 0.0f;
  float a = A[1];
  sum = fmaf(A[0], B[0], sum);
  sum = fmaf(a, a, sum);
  sum = __fmaf_rn(2.0f, B[3], sum);
  float other = fmaf(a, B[1], sum);
  float fresh = A[0] * B[1] + 1.0f;
  float third = A[2] - a * B[2];
  C[0] = other;
  C[1] = fresh + third;
  C[2] = fmaf(a, B[1], A[3]);
}
//= 4 global_load A[1] = 2
//= 5 global_load A[0] = 1
//= 5 global_load B[0] = 1 operand 1
//= 5 partial_sum sum[0] = 1 <- 1 2
//= 6 partial_sum sum[0] = 5 <- 0 0
//= 7 global_load B[3] = 4 operand 1
//= 7 partial_sum sum[0] = 13 <- constant 5
//= 8 global_load B[1] = 2 operand 1
//= 8 partial_sum other[0] = 13 <- 6 start
//= 8 partial_sum other[0] = 17 <- 0 7
//= 9 global_load A[0] = 1
//= 9 global_load B[1] = 2 operand 1
//= 9 partial_sum fresh[0] = 3 <- 10 11
//= 10 global_load A[2] = 3
//= 10 global_load B[2] = 3 operand 2
//= 10 partial_sum third[0] = 3 <- 13 start
//= 10 partial_sum third[0] = -3 <- 0 14
//= 11 global_store C[0] = 17 <- 9
//= 12 partial_sum C[1] = 0 <- 12 add
//= 12 global_store C[1] = 0 <- 18
//= 13 global_load B[1] = 2 operand 1
//= 13 global_load A[3] = 4 operand 2
//= 13 partial_sum C[2] = 4 <- 21 start
//= 13 partial_sum C[2] = 8 <- 0 20
//= 13 global_store C[2] = 8 <- 23
