// Float constants and casts take part in recorded arithmetic: a product of them that is added is one multiply-add too.
const float scale = 0.5f;
__global__ void numbers(const float* A, float* C, int K) {
  float sum = 0.0f;
  sum += 0.1f * K;
  sum += scale * (float)K;
  sum += float(K) * A[1];
  sum += static_cast<float>(K);
  C[0] = (float)A[0];
  C[1] = sum;
  C[2] = scale + 0.25f;
}
//= 5 partial_sum sum[0] = 0.200000003 <- constant constant
//= 6 partial_sum sum[0] = 1.20000005 <- constant constant
//= 7 global_load A[1] = 2 operand 1
//= 7 partial_sum sum[0] = 5.19999981 <- constant 2
//= 8 partial_sum sum[0] = 7.19999981 <- constant add
//= 9 global_load A[0] = 1
//= 9 global_store C[0] = 1 <- 5
//= 10 global_store C[1] = 7.19999981 <- 4
//= 11 global_store C[2] = 0.75 <- constant
