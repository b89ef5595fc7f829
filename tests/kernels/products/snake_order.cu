// Blocks go through the columns of tiles to and fro, for the cache.
// A B C: x y z
#define W 8
__global__ void snake(const int* x, const int* y, int* z, int m, int n, int k) {
  __shared__ int xs[W][W], ys[W][W];
  int bx = blockIdx.y & 1 ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  int i = blockIdx.y * W + threadIdx.y, j = bx * W + threadIdx.x;
  int s = 0;
  for (int o = 0; o < k; o += W) {
    xs[threadIdx.y][threadIdx.x] = i < m && o + threadIdx.x < k ? x[i * k + o + threadIdx.x] : 0;
    ys[threadIdx.y][threadIdx.x] = o + threadIdx.y < k && j < n ? y[(o + threadIdx.y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < W; ++l) s += xs[threadIdx.y][l] * ys[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) z[i * n + j] = s;
}
