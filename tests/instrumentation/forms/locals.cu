// Values loaded first and used later keep where they came from; a copy does, a constant has nowhere to come from.
__global__ void locals(const float* A, const float* B, float* C) {
  __shared__ float As[4];
  float a = A[2];
  float b;
  b = B[3];
  const float copy = a;
  float constant = 3;
  float sum{0};
  float middle(0.5f);
  As[0] = copy;
  As[1] = constant;
  As[2] = middle;
  As[3] = -a;
  a = As[3];
  sum += a * b;
  b = sum;
  C[0] = b;
  C[1] = a + copy;
  C[2] = a * 2.0f;
}
//= 4 global_load A[2] = 3
//= 6 global_load B[3] = 4
//= 11 shared_store As[0] = 3 <- 0
//= 12 shared_store As[1] = 3 <- constant
//= 13 shared_store As[2] = 0.5 <- constant
//= 14 shared_store As[3] = -3 <- 0
//= 15 shared_load As[3] = -3
//= 16 partial_sum sum[0] = -12 <- 6 1
//= 18 global_store C[0] = -12 <- 7
//= 19 partial_sum C[1] = 0 <- 6 add
//= 19 global_store C[1] = 0 <- 9
//= 20 global_store C[2] = -6 <- 6
