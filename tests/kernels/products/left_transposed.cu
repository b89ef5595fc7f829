// The left factor is stored transposed, and so is its tile.
// A B C: at b out
constexpr int T = 8;
__global__ void at_times_b(const float* __restrict__ at, const float* __restrict__ b, float* __restrict__ out, int rows,
                           int cols, int inner) {
  __shared__ float l[T][T + 1], r[T][T];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float acc = 0.f;
  for (int p = 0; p < inner; p += T) {
    const int lr = blockIdx.y * T + x;
    l[y][x] = lr < rows && p + y < inner ? at[(p + y) * rows + lr] : 0.f;
    r[y][x] = col < cols && p + y < inner ? b[(p + y) * cols + col] : 0.f;
    __syncthreads();
    for (int q = 0; q < T; ++q) acc += l[q][y] * r[q][x];
    __syncthreads();
  }
  if (row < rows && col < cols) out[row * cols + col] = acc;
}
