// Two tiles of each factor in shared memory, the next ones are filled while these are used. Guarded.
// A B C: a b c
#define S 8
__global__ void pipelined(const float* a, const float* b, float* c, int h, int w, int d) {
  __shared__ float at[2][S][S], bt[2][S][S];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int y = blockIdx.y * S + ty, x = blockIdx.x * S + tx;
  int now = 0;
  at[0][ty][tx] = y < h && tx < d ? a[y * d + tx] : 0;
  bt[0][ty][tx] = ty < d && x < w ? b[ty * w + x] : 0;
  __syncthreads();
  float sum = 0;
  for (int p = 0; p < d; p += S) {
    const int next = p + S;
    if (next < d) {
      at[1 - now][ty][tx] = y < h && next + tx < d ? a[y * d + next + tx] : 0;
      bt[1 - now][ty][tx] = next + ty < d && x < w ? b[(next + ty) * w + x] : 0;
    }
    for (int k = 0; k < S; ++k) sum += at[now][ty][k] * bt[now][k][tx];
    __syncthreads();
    now = 1 - now;
  }
  if (y < h && x < w) c[y * w + x] = sum;
}
