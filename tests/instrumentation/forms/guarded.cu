//launch block=2x2 thread=3
// A thread outside C leaves before it does anything but load for others.
__global__ void guarded(const float* A, float* C) {
  __shared__ float As[2][2];
  int ty = threadIdx.y, tx = threadIdx.x;
  As[ty][tx] = A[ty * 2 + tx];
  __syncthreads();
  if (ty == 1 && tx == 1) return;
  C[ty * 2 + tx] = As[tx][ty];
}
//= 6 global_load A[3] = 4
//= 6 shared_store As[3] = 4 <- 0
//= 7 barrier_arrive 0
//= 7 barrier_release 0
