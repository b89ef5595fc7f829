// Every way to write a running sum is one fused multiply-add, or an addition, and one event.
__global__ void sums(const float* A, const float* B, float* C) {
  float sum = 0.0f;
  float a = A[1], b = B[1];
  sum += A[0] * B[0];
  sum = sum + a * b;
  sum = a * B[2] + sum;
  sum -= a * b;
  sum = sum - A[0] * b;
  sum += a;
  sum = sum + A[2];
  sum = a + sum;
  sum -= b;
  C[0] = sum;
}
//= 4 global_load A[1] = 2
//= 4 global_load B[1] = 2
//= 5 global_load A[0] = 1
//= 5 global_load B[0] = 1 operand 1
//= 5 partial_sum sum[0] = 1 <- 2 3
//= 6 partial_sum sum[0] = 5 <- 0 1
//= 7 global_load B[2] = 3 operand 1
//= 7 partial_sum sum[0] = 11 <- 0 6
//= 8 partial_sum sum[0] = 7 <- 0 1
//= 9 global_load A[0] = 1 operand 1
//= 9 partial_sum sum[0] = 5 <- 9 1
//= 10 partial_sum sum[0] = 7 <- 0 add
//= 11 global_load A[2] = 3 operand 1
//= 11 partial_sum sum[0] = 10 <- 12 add
//= 12 partial_sum sum[0] = 12 <- 0 add
//= 13 partial_sum sum[0] = 10 <- 1 add
//= 14 global_store C[0] = 10 <- 15
