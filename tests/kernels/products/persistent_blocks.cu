// As many blocks as there is room for: each takes every so many tiles of the result.
// A B C: a b c
constexpr int T = 8;
__global__ void persistent(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m,
                           int n, int k) {
  __shared__ float ta[T][T];
  __shared__ float tb[T][T + 1];
  const int down = (m + T - 1) / T, across = (n + T - 1) / T;
  for (int tile = blockIdx.x; tile < down * across; tile += gridDim.x) {
    const int i = tile / across * T + threadIdx.y, j = tile % across * T + threadIdx.x;
    float acc = 0.f;
    for (int at = 0; at < k; at += T) {
      ta[threadIdx.y][threadIdx.x] = (i < m && at + threadIdx.x < k) ? a[i * k + at + threadIdx.x] : 0.f;
      tb[threadIdx.y][threadIdx.x] = (j < n && at + threadIdx.y < k) ? b[(at + threadIdx.y) * n + j] : 0.f;
      __syncthreads();
#pragma unroll
      for (int p = 0; p < T; ++p) acc = fmaf(ta[threadIdx.y][p], tb[p][threadIdx.x], acc);
      __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = acc;
  }
}
