// The next tile is fetched while this one is used.
// A B C: a b c
const int W = 8;
__global__ void pipelined(const float* a, const float* b, float* c, int n) {
  __shared__ float sa[2][W][W], sb[2][W][W];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * W + y, col = blockIdx.x * W + x;
  int now = 0;
  sa[0][y][x] = a[row * n + x];
  sb[0][y][x] = b[y * n + col];
  __syncthreads();
  float sum = 0;
  for (int t = 1; t <= n / W; ++t) {
    if (t < n / W) {
      sa[1 - now][y][x] = a[row * n + t * W + x];
      sb[1 - now][y][x] = b[(t * W + y) * n + col];
    }
    for (int k = 0; k < W; ++k) sum += sa[now][y][k] * sb[now][k][x];
    __syncthreads();
    now ^= 1;
  }
  c[row * n + col] = sum;
}
