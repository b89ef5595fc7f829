// A guard in front of a load: only the branch taken is recorded, and a constant has no origin.
__global__ void ternary(const float* A, const float* B, float* C, int K) {
  __shared__ float As[4];
  bool inside = K == 2;
  float a = A[3];
  As[0] = inside ? A[0] : 0.0f;
  As[1] = !inside ? A[0] : 0.0f;
  As[2] = inside ? 0 : A[0];
  As[3] = inside ? A[1] : B[1];
  C[0] = inside ? a : A[2];
  float sum = 0.0f;
  sum += (inside ? As[0] : 0.0f) * (inside ? B[2] : 1.0f);
  C[1] = sum;
}
//= 5 global_load A[3] = 4
//= 6 global_load A[0] = 1
//= 6 shared_store As[0] = 1 <- 1
//= 7 shared_store As[1] = 0 <- constant
//= 8 shared_store As[2] = 0 <- constant
//= 9 global_load A[1] = 2
//= 9 shared_store As[3] = 2 <- 5
//= 10 global_store C[0] = 4 <- 0
//= 12 shared_load As[0] = 1
//= 12 global_load B[2] = 3 operand 1
//= 12 partial_sum sum[0] = 3 <- 8 9
//= 13 global_store C[1] = 3 <- 10
