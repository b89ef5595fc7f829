// Threads stand apart by a block's width: each makes four elements, two ways of two.
// A B C: P Q R
#define BLOCK 8
#define COARSE 2
__global__ void coarse(const float *P, const float *Q, float *R, int height, int width, int depth) {
  __shared__ float p[BLOCK * COARSE][BLOCK], q[BLOCK][BLOCK * COARSE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row0 = blockIdx.y * BLOCK * COARSE + ty, col0 = blockIdx.x * BLOCK * COARSE + tx;
  float sum[COARSE][COARSE];
  for (int i = 0; i < COARSE; i++)
    for (int j = 0; j < COARSE; j++) sum[i][j] = 0.0f;
  for (int d = 0; d < depth; d += BLOCK) {
    for (int i = 0; i < COARSE; i++) {
      const int r = row0 + i * BLOCK, c = col0 + i * BLOCK;
      p[ty + i * BLOCK][tx] = r < height && d + tx < depth ? P[r * depth + d + tx] : 0.0f;
      q[ty][tx + i * BLOCK] = d + ty < depth && c < width ? Q[(d + ty) * width + c] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BLOCK; k++)
      for (int i = 0; i < COARSE; i++)
        for (int j = 0; j < COARSE; j++) sum[i][j] += p[ty + i * BLOCK][k] * q[k][tx + j * BLOCK];
    __syncthreads();
  }
  for (int i = 0; i < COARSE; i++)
    for (int j = 0; j < COARSE; j++)
      if (row0 + i * BLOCK < height && col0 + j * BLOCK < width)
        R[(row0 + i * BLOCK) * width + col0 + j * BLOCK] = sum[i][j];
}
