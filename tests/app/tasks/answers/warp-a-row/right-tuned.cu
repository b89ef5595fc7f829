//! rows = 12
//! columns = 36
//! A = { sides = ["rows", "columns"], fill = "random" }
//! x = { sides = ["columns"], fill = "random" }
//! y = { sides = ["rows"] }
//! grid = "(rows + 1) / 2"
//! block = 64

// Rounds that are full for all lanes first, without a guard; then the rest. Two sums, so that
// additions overlap.
constexpr int W = 32;
#define FULL 0xffffffffu

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
  for (int o = W / 2; o; o >>= 1) v += __shfl_down_sync(FULL, v, o);
  return v;
}

__global__ void __launch_bounds__(96) multiply(
    const float* __restrict__ A, const float* __restrict__ x, float* __restrict__ y,
    int rows, int columns) {
  const int lane = threadIdx.x & (W - 1);
  const int step = gridDim.x * (blockDim.x / W);
  for (int r = blockIdx.x * (blockDim.x / W) + threadIdx.x / W; r < rows; r += step) {
    const float* __restrict__ a = A + (size_t)r * columns;
    float even = 0.f, odd = 0.f;
    int k = lane;
    for (; k - lane + 2 * W <= columns; k += 2 * W) {
      even = fmaf(a[k], __ldg(&x[k]), even);
      odd = fmaf(a[k + W], __ldg(&x[k + W]), odd);
    }
    for (; k < columns; k += W) even = fmaf(a[k], __ldg(&x[k]), even);
    const float total = warp_sum(even + odd);
    if (lane == 0) y[r] = total;
  }
}

void reference(const float* A, const float* x, float* y, int rows, int columns) {
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      y[row] += A[row * columns + k] * x[k];
}
