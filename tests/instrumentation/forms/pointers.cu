// Pointers that move along an array still know where they are in it.
__global__ void pointers(const float* A, float* C, int K) {
  const float* row = A + K;
  C += 1;
  C[0] = row[0];
  row += 1;
  C[1] = row[-2];
  row -= K;
  (C + 1)[1] = (row + 1)[1];
}
//= 5 global_load A[2] = 3
//= 5 global_store C[1] = 3 <- 0
//= 7 global_load A[1] = 2
//= 7 global_store C[2] = 2 <- 2
//= 9 global_load A[3] = 4
//= 9 global_store C[3] = 4 <- 4
