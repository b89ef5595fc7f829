//launch dynamic=16
// Shared memory whose size the launch gives, cut into two by pointers.
__global__ void dynamic(const float* A, float* C) {
  extern __shared__ float buffer[];
  float* As = buffer;
  float* Bs = buffer + 2;
  As[1] = A[0];
  Bs[1] = A[1];
  Bs += 1;
  C[0] = Bs[0];
  C[1] = buffer[1];
  C[2] = Bs[1];
}
//= 7 global_load A[0] = 1
//= 7 shared_store buffer[1] = 1 <- 0
//= 8 global_load A[1] = 2
//= 8 shared_store buffer[3] = 2 <- 2
//= 10 shared_load buffer[3] = 2
//= 10 global_store C[0] = 2 <- 4
//= 11 shared_load buffer[1] = 1
//= 11 global_store C[1] = 1 <- 6
//= 12 out_of_bounds buffer[4] = nan
//= 12 global_store C[2] = nan <- 8
