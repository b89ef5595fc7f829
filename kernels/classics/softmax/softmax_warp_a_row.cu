// The softmax of each row, one row per warp: every lane keeps its elements in registers, so the row is loaded once,
// with n loads. Butterflies of __shfl_xor_sync give the maximum and the sum to all lanes, without shared memory or a
// barrier.
// in and out are rows x n, row-major; n is at most 32 * EACH. A block consists of whole warps.
//! rows = 3
//! n = 40
//! in = { sides = [3, 40], fill = "random" }
//! out = { sides = [3, 40] }
//! grid = 2
//! block = 64
const int EACH = 2;  // elements per lane

__global__ void softmax_warp_a_row(const float* in, float* out, int rows, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows)
    return;  // a whole warp returns, so no lane is missing below
  float element[EACH];
  float most = -INFINITY, sum = 0.0f;
  for (int e = 0; e < EACH; ++e) {
    int i = e * 32 + lane;
    element[e] = i < n ? in[row * n + i] : -INFINITY;
    most = fmaxf(most, element[e]);
  }
  for (int s = 16; s > 0; s /= 2)
    most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, s));
  for (int e = 0; e < EACH; ++e) {
    element[e] = expf(element[e] - most);  // 0 beyond the end of the row
    sum += element[e];
  }
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_xor_sync(0xffffffff, sum, s);
  for (int e = 0; e < EACH; ++e) {
    int i = e * 32 + lane;
    if (i < n)
      out[row * n + i] = element[e] / sum;
  }
}

void reference(const float* in, float* out, int rows, int n) {
  for (int row = 0; row < rows; ++row) {
    float most = in[row * n];
    for (int i = 1; i < n; ++i)
      most = fmaxf(most, in[row * n + i]);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(in[row * n + i] - most);
    for (int i = 0; i < n; ++i)
      out[row * n + i] = expf(in[row * n + i] - most) / sum;
  }
}
