// The softmax of each row, one row per thread, in two passes. The first pass keeps the maximum so far, and a sum
// relative to it. A new maximum rescales the sum by exp(old maximum - new maximum). A row takes 2 * n loads, not
// 3 * n.
// in and out are rows x n, row-major.
//! rows = 3
//! n = 8
//! in = { sides = [3, 8], fill = "random" }
//! out = { sides = [3, 8] }
//! grid = 1
//! block = 4
__global__ void softmax_online(const float* in, float* out, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float most = -INFINITY, sum = 0.0f;
    for (int i = 0; i < n; ++i) {
      float element = in[row * n + i];
      float before = most;
      most = fmaxf(most, element);
      sum = sum * expf(before - most) + expf(element - most);
    }
    for (int i = 0; i < n; ++i)
      out[row * n + i] = expf(in[row * n + i] - most) / sum;
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
