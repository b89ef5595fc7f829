// For any numbers and any tile.
// A B C: a b c
template <typename T, int TILE>
__global__ void tiled(T const* a, T const* b, T* c, int n) {
  __shared__ T sa[TILE * TILE], sb[TILE * TILE];
  auto tx = threadIdx.x, ty = threadIdx.y;
  auto row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  T sum{};
  for (auto t = 0; t < n / TILE; ++t) {
    sa[ty * TILE + tx] = a[row * n + t * TILE + tx];
    sb[ty * TILE + tx] = b[(t * TILE + ty) * n + col];
    __syncthreads();
    for (auto k = 0; k < TILE; ++k) sum += sa[ty * TILE + k] * sb[k * TILE + tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
template __global__ void tiled<double, 8>(double const*, double const*, double*, int);
