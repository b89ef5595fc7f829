// Accesses beyond an array: recorded, and not performed; a load gives poison, here by the launch's choice.
__global__ void strays(const float* A, float* C, int K) {
  __shared__ float As[2][2];
  float a = A[K * 2];
  C[4] = a;
  C[-1] = 1.0f;
  As[1][2] = A[0];
  As[0][2] = A[1];
  C[0] = As[1][0];
  float sum = 0.0f;
  sum += A[9] * A[1];
}
//= 4 out_of_bounds A[4] = nan
//= 5 out_of_bounds C[4] = nan <- 0 store
//= 6 out_of_bounds C[-1] = 1 <- constant store
//= 7 global_load A[0] = 1
//= 7 out_of_bounds As[4] = 1 <- 3 store
//= 8 global_load A[1] = 2
//= 8 shared_store As[2] = 2 <- 5
//= 9 shared_load As[2] = 2
//= 9 global_store C[0] = 2 <- 7
//= 11 out_of_bounds A[9] = nan
//= 11 global_load A[1] = 2 operand 1
//= 11 partial_sum sum[0] = nan <- 9 10
