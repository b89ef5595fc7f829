// Macros that name numbers, accesses and barriers.
#define WIDTH 2
#define HALF (WIDTH / 2)
#define CELL(i, j) \
  As[i][j]
#define SYNC() __syncthreads()
#define PRODUCT(i) A[i] * B[i]
__global__ void macros(const float* A, const float* B, float* C) {
  __shared__ float As[WIDTH][2 * HALF];
  CELL(0, 1) = A[WIDTH];
  SYNC();
#pragma unroll
  for (int i = 0; i < HALF; ++i) {
    float sum = 0.0f;
#pragma unroll 2
    for (int k = 0; k < WIDTH; ++k) sum += PRODUCT(k);
    C[i] = sum + CELL(i, HALF);
  }
}
//= 10 global_load A[2] = 3
//= 10 shared_store As[1] = 3 <- 0
//= 11 barrier_arrive 0
//= 11 barrier_release 0
//= 16 global_load A[0] = 1
//= 16 global_load B[0] = 1 operand 1
//= 16 partial_sum sum[0] = 1 <- 4 5
//= 16 global_load A[1] = 2
//= 16 global_load B[1] = 2 operand 1
//= 16 partial_sum sum[0] = 5 <- 7 8
//= 17 shared_load As[1] = 3 operand 1
//= 17 partial_sum C[0] = 8 <- 9 add
//= 17 global_store C[0] = 8 <- 11
