//launch block=2x1 thread=1
// Barriers, in a branch and in a loop too, as long as all threads take it.
__global__ void barriers(const float* A, float* C, int K) {
  __shared__ float As[2];
  As[threadIdx.x] = A[threadIdx.x];
  if (K == 2) {
    __syncthreads();
  } else {
    C[3] = 0.0f;
  }
  for (int i = 0; i < 2; ++i)
    if (i == 1) __syncthreads();
  C[threadIdx.x] = As[1 - threadIdx.x];
}
//= 5 global_load A[1] = 2
//= 5 shared_store As[1] = 2 <- 0
//= 7 barrier_arrive 0
//= 7 barrier_release 0
//= 12 barrier_arrive 1
//= 12 barrier_release 1
//= 13 shared_load As[0] = 1
//= 13 global_store C[1] = 1 <- 6
