//launch m=2 n=4 k=4
// float4 and float2 arrays: four events for one access, each with its own element, value and origin.
__global__ void vectors(const float4* A, const float2* B, float4* C) {
  __shared__ float As[4];
  float4 v = A[1];
  float2 w = B[0];
  float sum = 0.0f;
  sum += v.x * w.y;
  sum += v.w * A[0].z;
  As[0] = v.y;
  C[0] = v;
  C[1] = A[0];
  C[0] = make_float4(sum, v.z, 0.0f, B[2].x);
  C[1].y = w.x;
}
//= 5 global_load A[4] = 5 four
//= 5 global_load A[5] = 6 rest
//= 5 global_load A[6] = 7 rest
//= 5 global_load A[7] = 8 rest
//= 6 global_load B[0] = 1 two
//= 6 global_load B[1] = 2 rest
//= 8 partial_sum sum[0] = 10 <- 0 5
//= 9 global_load A[2] = 3 operand 1
//= 9 partial_sum sum[0] = 34 <- 3 7
//= 10 shared_store As[0] = 6 <- 1
//= 11 global_store C[0] = 5 <- 0 four
//= 11 global_store C[1] = 6 <- 1 rest
//= 11 global_store C[2] = 7 <- 2 rest
//= 11 global_store C[3] = 8 <- 3 rest
//= 12 global_load A[0] = 1 four
//= 12 global_load A[1] = 2 rest
//= 12 global_load A[2] = 3 rest
//= 12 global_load A[3] = 4 rest
//= 12 global_store C[4] = 1 <- 14 four
//= 12 global_store C[5] = 2 <- 15 rest
//= 12 global_store C[6] = 3 <- 16 rest
//= 12 global_store C[7] = 4 <- 17 rest
//= 13 global_load B[4] = 5 operand 3
//= 13 global_store C[0] = 34 <- 8 four
//= 13 global_store C[1] = 7 <- 2 rest
//= 13 global_store C[2] = 0 <- constant rest
//= 13 global_store C[3] = 5 <- 22 rest
//= 14 global_store C[5] = 1 <- 4
