// Column times row, again and again, in a register of each thread.
// A B C: u v w
#define B 8
__global__ void outer(const float* u, const float* v, float* w, int n) {
  __shared__ float column[B], row[B];
  int x = threadIdx.x, y = threadIdx.y;
  float keep = 0;
  for (int k = 0; k < n; ++k) {
    if (x == 0) column[y] = u[(blockIdx.y * B + y) * n + k];
    if (y == 0) row[x] = v[k * n + blockIdx.x * B + x];
    __syncthreads();
    keep += column[y] * row[x];
    __syncthreads();
  }
  w[(blockIdx.y * B + y) * n + blockIdx.x * B + x] = keep;
}
