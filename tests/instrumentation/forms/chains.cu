// Several additions in one statement are several steps of the sum, as they are of the machine.
__global__ void chains(const float* A, const float* B, float* C) {
  float sum = 0.0f;
  float a = A[1];
  sum = sum + A[0] * B[0] + a * B[1];
  sum = a * B[2] + sum + A[2];
  sum = sum + a - A[3];
  float fresh = A[3] + a * a - A[0] * B[3];
  float plain = a + A[0] + A[2];
  float acc[1] = {0};
  acc[0] = acc[0] + a * a;
  acc[2] = A[0];
  C[0] = sum;
  C[1] = fresh + plain;
  C[2] = A[3] + A[0] * B[0] + a * B[1];
  C[3] = acc[0];
}
//= 4 global_load A[1] = 2
//= 5 global_load A[0] = 1 operand 1
//= 5 global_load B[0] = 1 operand 2
//= 5 global_load B[1] = 2 operand 3
//= 5 partial_sum sum[0] = 1 <- 1 2
//= 5 partial_sum sum[0] = 5 <- 0 3
//= 6 global_load B[2] = 3 operand 1
//= 6 global_load A[2] = 3 operand 3
//= 6 partial_sum sum[0] = 11 <- 0 6
//= 6 partial_sum sum[0] = 14 <- 7 add
//= 7 global_load A[3] = 4 operand 2
//= 7 partial_sum sum[0] = 16 <- 0 add
//= 7 partial_sum sum[0] = 12 <- 10 add
//= 8 global_load A[3] = 4
//= 8 global_load A[0] = 1 operand 3
//= 8 global_load B[3] = 4 operand 3
//= 8 partial_sum fresh[0] = 4 <- 13 start
//= 8 partial_sum fresh[0] = 8 <- 0 0
//= 8 partial_sum fresh[0] = 4 <- 14 15
//= 9 global_load A[0] = 1 operand 1
//= 9 global_load A[2] = 3 operand 2
//= 9 partial_sum plain[0] = 3 <- 0 add
//= 9 partial_sum plain[0] = 6 <- 20 add
//= 11 partial_sum acc[0] = 4 <- 0 0
//= 12 global_load A[0] = 1
//= 12 out_of_bounds acc[2] = 1 <- 24 store
//= 13 global_store C[0] = 12 <- 12
//= 14 partial_sum C[1] = 10 <- 18 add
//= 14 global_store C[1] = 10 <- 27
//= 15 global_load A[3] = 4
//= 15 global_load A[0] = 1 operand 1
//= 15 global_load B[0] = 1 operand 2
//= 15 global_load B[1] = 2 operand 3
//= 15 partial_sum C[2] = 4 <- 29 start
//= 15 partial_sum C[2] = 5 <- 30 31
//= 15 partial_sum C[2] = 9 <- 0 32
//= 15 global_store C[2] = 9 <- 35
//= 16 global_store C[3] = 4 <- 23
