// Wrong: the softmax of each row in two passes, without subtracting the maximum. A float cannot hold exp(x) for x above
// 88.7: the sum overflows to infinity, and infinity / infinity is NaN. Rows of small numbers come out right, so a test
// with small numbers finds nothing. Here the array in holds 1, 2, 3, ..., and rows 2 and 3 are wrong.
// in and out are rows x n, row-major.
//! rows = 4
//! n = 32
//! in = { sides = [4, 32], fill = "counting" }
//! out = { sides = [4, 32] }
//! grid = 1
//! block = 4
__global__ void softmax_no_maximum(const float* in, float* out, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(in[row * n + i]);
    for (int i = 0; i < n; ++i)
      out[row * n + i] = expf(in[row * n + i]) / sum;
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
