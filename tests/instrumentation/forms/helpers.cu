// __device__ helpers: their pointers and floats are traced as well, and arguments are read from left to right.
__device__ float mac(float a, float b, float sum);
__device__ __forceinline__ int index(int row, int col) { return row * 2 + col; }
__device__ float dot(const float* x, const float* y, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) sum = mac(x[i], y[i], sum);
  return sum;
}
__device__ float mac(float a, float b, float sum) {
  sum += a * b;
  return sum;
}
__device__ void put(float* to, float value) { to[0] = value; }
__device__ float first(const float* from) { return from[0]; }
template <int n>
__device__ float last(const float* from) { return from[n - 1]; }
__device__ void meet() { __syncthreads(); }
__global__ void helpers(const float* A, const float* B, float* C) {
  __shared__ float As[2][2];
  As[1][0] = A[index(0, 1)];
  As[1][1] = first(A + index(1, 0));
  meet();
  float sum = dot(As[1], B, 2);
  put(C + 1, sum);
  put(C + 2, A[0]);
  C[index(1, 1)] = last<4>(A) + sum;
}
//= 20 global_load A[1] = 2
//= 20 shared_store As[2] = 2 <- 0
//= 14 global_load A[2] = 3
//= 21 shared_store As[3] = 3 <- 2
//= 17 barrier_arrive 0
//= 17 barrier_release 0
//= 6 shared_load As[2] = 2
//= 6 global_load B[0] = 1
//= 10 partial_sum sum[0] = 2 <- 6 7
//= 6 shared_load As[3] = 3
//= 6 global_load B[1] = 2
//= 10 partial_sum sum[0] = 8 <- 9 10
//= 13 global_store C[1] = 8 <- 11
//= 25 global_load A[0] = 1
//= 13 global_store C[2] = 1 <- 13
//= 16 global_load A[3] = 4
//= 26 partial_sum C[3] = 12 <- 15 add
//= 26 global_store C[3] = 12 <- 16
