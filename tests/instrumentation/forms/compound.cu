// Compound assignments to memory load, add and store; the sum is the memory's.
__global__ void compound(const float* A, const float* B, float* C) {
  __shared__ float As[2];
  As[0] = A[3];
  As[0] += A[0];
  As[0] -= 1.0f;
  As[0] /= 2.0f;
  C[0] += As[0] * B[1];
  C[0] -= A[1] * B[0];
  float x = A[2];
  x /= 3.0f;
  C[1] = x;
}
//= 4 global_load A[3] = 4
//= 4 shared_store As[0] = 4 <- 0
//= 5 global_load A[0] = 1
//= 5 shared_load As[0] = 4 operand 3
//= 5 partial_sum As[0] = 5 <- 2 add
//= 5 shared_store As[0] = 5 <- 4
//= 6 shared_load As[0] = 5 operand 3
//= 6 partial_sum As[0] = 4 <- constant add
//= 6 shared_store As[0] = 4 <- 7
//= 7 shared_load As[0] = 4 operand 3
//= 7 shared_store As[0] = 2 <- 9
//= 8 shared_load As[0] = 2
//= 8 global_load B[1] = 2 operand 1
//= 8 global_load C[0] = 0 operand 3
//= 8 partial_sum C[0] = 4 <- 11 12
//= 8 global_store C[0] = 4 <- 14
//= 9 global_load A[1] = 2
//= 9 global_load B[0] = 1 operand 1
//= 9 global_load C[0] = 4 operand 3
//= 9 partial_sum C[0] = 2 <- 16 17
//= 9 global_store C[0] = 2 <- 19
//= 10 global_load A[2] = 3
//= 12 global_store C[1] = 1 <- 21
