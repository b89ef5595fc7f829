//launch block=64x1 thread=0
// The second warp has more to do before each barrier than the first, which waits for it.
__global__ void slow_warp(const float* A, float* C) {
  float sum = 0.0f;
  for (int phase = 0; phase < 3; ++phase) {
    for (int i = 0; i < (threadIdx.x < 32 ? 1 : 100); ++i)
      sum += A[i % 4];
    __syncthreads();
  }
  if (threadIdx.x < 4) C[threadIdx.x] = sum;
}
//= 7 global_load A[0] = 1
//= 7 partial_sum sum[0] = 1 <- 0 add
//= 8 barrier_arrive 0
//= 8 barrier_release 0
//= 7 global_load A[0] = 1
//= 7 partial_sum sum[0] = 2 <- 4 add
//= 8 barrier_arrive 1
//= 8 barrier_release 1
//= 7 global_load A[0] = 1
//= 7 partial_sum sum[0] = 3 <- 8 add
//= 8 barrier_arrive 2
//= 8 barrier_release 2
//= 10 global_store C[0] = 3 <- 9
