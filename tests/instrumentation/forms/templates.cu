// A template over the tile's width, which the build supplies.
template <int n>
__device__ float row_sum(const float* row) {
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += row[k];
  return sum;
}
template <int TILE>
__global__ void templates(const float* A, float* C) {
  __shared__ float As[TILE][TILE];
  As[0][0] = A[TILE - 1];
  As[0][1] = A[TILE];
  float sum = row_sum<TILE>(As[0]);
  C[TILE] = sum;
}
//= 11 global_load A[1] = 2
//= 11 shared_store As[0] = 2 <- 0
//= 12 global_load A[2] = 3
//= 12 shared_store As[1] = 3 <- 2
//= 5 shared_load As[0] = 2
//= 5 partial_sum sum[0] = 2 <- 4 add
//= 5 shared_load As[1] = 3
//= 5 partial_sum sum[0] = 5 <- 6 add
//= 14 global_store C[2] = 5 <- 7
