//launch m=2 n=4 k=4
// Vectors of the thread's own in an array, and shared memory that begins where a vector may.
__global__ void vector_arrays(const float4* A, const float2* B, float4* C, int K) {
  __shared__ alignas(16) float As[2][4];
  float4 v[2];
  float2 w[2], one;
  for (int n = 0; n < 2; ++n) {
    v[n] = A[n];
    w[n] = B[n + 1];
  }
  one = w[1];
  As[1][2] = v[1].y;
  v[0].x += v[1].z * w[0].y;
  v[1].w = one.x;
  C[0] = v[1];
  C[1] = v[0];
  C[0].y = v[K / 2].y;
}
//= 8 global_load A[0] = 1 four
//= 8 global_load A[1] = 2 rest
//= 8 global_load A[2] = 3 rest
//= 8 global_load A[3] = 4 rest
//= 9 global_load B[2] = 3 two
//= 9 global_load B[3] = 4 rest
//= 8 global_load A[4] = 5 four
//= 8 global_load A[5] = 6 rest
//= 8 global_load A[6] = 7 rest
//= 8 global_load A[7] = 8 rest
//= 9 global_load B[4] = 5 two
//= 9 global_load B[5] = 6 rest
//= 12 shared_store As[6] = 6 <- 7
//= 13 partial_sum v[0] = 29 <- 8 5
//= 15 global_store C[0] = 5 <- 6 four
//= 15 global_store C[1] = 6 <- 7 rest
//= 15 global_store C[2] = 7 <- 8 rest
//= 15 global_store C[3] = 5 <- 10 rest
//= 16 global_store C[4] = 29 <- 13 four
//= 16 global_store C[5] = 2 <- 1 rest
//= 16 global_store C[6] = 3 <- 2 rest
//= 16 global_store C[7] = 4 <- 3 rest
//= 17 out_of_bounds v[9] = nan
//= 17 global_store C[1] = nan <- 22
