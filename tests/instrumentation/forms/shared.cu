// Shared arrays of one to three dimensions; what nobody has written reads as poison.
__global__ void shared(const float* A, float* C) {
  __shared__ float line[3];
  __shared__ float box[2][TILE][2], padded[TILE][TILE + 1];
  line[2] = A[0];
  box[1][0][1] = A[1];
  padded[1][2] = A[2];
  C[0] = line[2];
  C[1] = box[1][0][1];
  C[2] = padded[1][2];
  C[3] = line[0];
}
//= 5 global_load A[0] = 1
//= 5 shared_store line[2] = 1 <- 0
//= 6 global_load A[1] = 2
//= 6 shared_store box[5] = 2 <- 2
//= 7 global_load A[2] = 3
//= 7 shared_store padded[5] = 3 <- 4
//= 8 shared_load line[2] = 1
//= 8 global_store C[0] = 1 <- 6
//= 9 shared_load box[5] = 2
//= 9 global_store C[1] = 2 <- 8
//= 10 shared_load padded[5] = 3
//= 10 global_store C[2] = 3 <- 10
//= 11 shared_load line[0] = nan
//= 11 global_store C[3] = nan <- 12
