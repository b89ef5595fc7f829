// y = A x, a warp per row, rows read as float4 when they are aligned.
namespace detail {
constexpr unsigned kAll = 0xffff'ffffu;

template <typename T>
__device__ __forceinline__ T warp_sum(T v) {
#pragma unroll
  for (int mask = 16; mask; mask /= 2) v += __shfl_xor_sync(kAll, v, mask);
  return v;
}
}  // namespace detail

template <int ROWS_PER_BLOCK, bool VECTOR = true>
__global__ void __launch_bounds__(ROWS_PER_BLOCK * 32)
gemv(const float* __restrict__ a, const float* __restrict__ x, float* __restrict__ y,
     int m, int n) {
  const int lane = threadIdx.x % 32;
  const int row  = blockIdx.x * ROWS_PER_BLOCK + threadIdx.x / 32;
  if (row >= m) return;

  const float* r = a + static_cast<size_t>(row) * n;
  float sum = 0.f;
  if constexpr (VECTOR) {
    const float4* r4 = reinterpret_cast<const float4*>(r);
    const float4* x4 = reinterpret_cast<const float4*>(x);
    for (int i = lane; i < n / 4; i += 32) {
      const float4 p = r4[i], q = x4[i];
      sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
  } else {
    for (int i = lane; i < n; i += 32) sum = fmaf(r[i], x[i], sum);
  }
  sum = detail::warp_sum(sum);
  __syncwarp();
  if (lane == 0) y[row] = sum;
}

template __global__ void gemv<4>(const float*, const float*, float*, int, int);
template __global__ void gemv<8, false>(const float*, const float*, float*, int, int);
