// The same name in several scopes is several variables.
__global__ void scopes(const float* A, const float* B, float* C) {
  float x = A[0];
  {
    float x = A[1];
    C[0] = x;
    {
      __shared__ float x[2];
      x[1] = B[0];
      C[1] = x[1];
    }
  }
  C[2] = x;
}
//= 3 global_load A[0] = 1
//= 5 global_load A[1] = 2
//= 6 global_store C[0] = 2 <- 1
//= 9 global_load B[0] = 1
//= 9 shared_store x[1] = 1 <- 3
//= 10 shared_load x[1] = 1
//= 10 global_store C[1] = 1 <- 5
//= 13 global_store C[2] = 1 <- 0
