// A statement over several lines is recorded under its first one, whatever stands on the line where it ends.
__global__ void lines(const float* A, const float* B, float* C) {
  float sum = 0.0f;
  sum +=
      A[0] *
      // a comment between
      B[1];
  float a = A[
      1], b
      = B[2]; sum += a
      * b;
  for (int k = 0;
       k < 1;
       ++k)
    C[
      0
    ] = sum; C[1] = a;
}
//= 4 global_load A[0] = 1
//= 4 global_load B[1] = 2 operand 1
//= 4 partial_sum sum[0] = 2 <- 0 1
//= 8 global_load A[1] = 2
//= 8 global_load B[2] = 3
//= 10 partial_sum sum[0] = 8 <- 3 4
//= 15 global_store C[0] = 8 <- 5
//= 17 global_store C[1] = 2 <- 3
