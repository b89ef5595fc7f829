// Index expressions of any depth and type, and an array's element as part of none of them.
__device__ int at(int row, int col, int width) { return row * width + col; }
__global__ void indices(const float* A, const float* B, float* C, int K) {
  __shared__ float As[TILE][TILE];
  int perm[2] = {1, 0};
  unsigned row = threadIdx.y;
  size_t far = 3;
  As[(row + 1) % TILE][perm[perm[1]]] = A[far - (K > 1 ? 1 : 2)];
  As[0][0] = A[at(at(0, 1, 2), 1, at(1, 0, 2))] * B[at(0, 0, K)];
  C[static_cast<int>(row) + (int)far] = As[perm[0]][1L];
}
//= 8 global_load A[2] = 3
//= 8 shared_store As[3] = 3 <- 0
//= 9 global_load A[3] = 4
//= 9 global_load B[0] = 1 operand 1
//= 9 shared_store As[0] = 4 <- many
//= 10 shared_load As[3] = 3
//= 10 global_store C[3] = 3 <- 5
