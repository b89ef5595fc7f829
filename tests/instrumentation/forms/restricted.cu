// Qualifiers of pointers, in every place where people put them.
extern "C" __global__ __launch_bounds__(1024) void restricted(const float* __restrict__ A, float const* const __restrict__ B,
                                                               float* __restrict__ C, const int M, unsigned int N) {
  C[M + N] = A[1] + B[1];
  C[0] = A[0];
}
//= 4 global_load A[1] = 2
//= 4 global_load B[1] = 2 operand 1
//= 4 partial_sum C[4] = 4 <- 0 add
//= 4 out_of_bounds C[4] = 4 <- 2 store
//= 5 global_load A[0] = 1
//= 5 global_store C[0] = 1 <- 4
