// The softmax of each row, one row per thread, in three passes: the maximum, the sum of exp(element - maximum), and
// the results. Each pass loads the row again: 3 * n loads. The maximum is subtracted, so no exponent is above 0.
// in and out are rows x n, row-major.
//! rows = 3
//! n = 8
//! in = { sides = [3, 8], fill = "random" }
//! out = { sides = [3, 8] }
//! grid = 1
//! block = 4
__global__ void softmax_three_passes(const float* in, float* out, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float most = -INFINITY;
    for (int i = 0; i < n; ++i)
      most = fmaxf(most, in[row * n + i]);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(in[row * n + i] - most);
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
