// Matrices that the text itself declares, with their sides.
#define SIDE 2
const int width = SIDE;
__device__ const float A[SIDE][width];
__device__ float B[2][2], C[2 * SIDE];
__global__ void globals() {
  for (int k = 0; k < width; ++k) C[1] += A[1][k] * B[k][0];
  C[0] = A[0][1];
}
//= 7 global_load A[2] = 3
//= 7 global_load B[0] = 1 operand 1
//= 7 global_load C[1] = 0 operand 3
//= 7 partial_sum C[1] = 3 <- 0 1
//= 7 global_store C[1] = 3 <- 3
//= 7 global_load A[3] = 4
//= 7 global_load B[2] = 3 operand 1
//= 7 global_load C[1] = 3 operand 3
//= 7 partial_sum C[1] = 15 <- 5 6
//= 7 global_store C[1] = 15 <- 8
//= 8 global_load A[1] = 2
//= 8 global_store C[0] = 2 <- 10
