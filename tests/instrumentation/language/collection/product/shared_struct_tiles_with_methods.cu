template <typename T, int R, int C>
struct alignas(16) Tile {
  static constexpr int rows = R, cols = C;
  T cell[R][C];

  __device__ T& operator()(int r, int c) { return cell[r][c]; }
  __device__ const T& operator()(int r, int c) const { return cell[r][c]; }

  // cooperative load, zero outside of the matrix
  __device__ void fill(const T* src, int ld, int r0, int c0, int h, int w) {
    for (int i = threadIdx.x; i < R * C; i += blockDim.x) {
      const int r = i / C, c = i % C;
      cell[r][c] = (r0 + r < h && c0 + c < w) ? src[(r0 + r) * ld + c0 + c] : T{};
    }
  }
};

struct Stage {
  Tile<float, 32, 16> left;
  Tile<float, 16, 32> right;
};

__global__ void mm_stages(const float* p, const float* q, float* r, int h, int d, int w) {
  __shared__ Stage stage[2];

  const int y = threadIdx.x / 32, x = threadIdx.x % 32;   // 256 threads, 8 rows at a time
  const int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
  float acc[4]{};

  stage[0].left.fill(p, d, r0, 0, h, d);
  stage[0].right.fill(q, w, 0, c0, d, w);
  __syncthreads();

  bool odd = false;
  for (int k = 0; k < d; k += Stage{}.left.cols, odd = !odd) {
    Stage& now = stage[odd];
    Stage& next = stage[!odd];
    if (k + 16 < d) {
      next.left.fill(p, d, r0, k + 16, h, d);
      next.right.fill(q, w, k + 16, c0, d, w);
    }
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 4; ++j) acc[j] += now.left(y + 8 * j, i) * now.right(i, x);
    __syncthreads();
  }

  for (int j = 0; j < 4; ++j)
    if (r0 + y + 8 * j < h && c0 + x < w) r[(r0 + y + 8 * j) * w + c0 + x] = acc[j];
}
