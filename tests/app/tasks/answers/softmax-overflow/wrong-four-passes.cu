// says: global loads
//! rows = 5
//! n = 24
//! scale = 1
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "(rows + 3) / 4"
//! block = 4

__global__ void softmax(const float* in, float* out, int rows, int n, float scale) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float low = in[row * n], high = in[row * n];
  for (int i = 0; i < n; ++i)
    low = fminf(low, in[row * n + i]);
  for (int i = 0; i < n; ++i)
    high = fmaxf(high, in[row * n + i]);
  float most = fmaxf(scale * low, scale * high);
  float sum = 0.0f;
  for (int i = 0; i < n; ++i)
    sum += expf(scale * in[row * n + i] - most);
  for (int i = 0; i < n; ++i)
    out[row * n + i] = expf(scale * in[row * n + i] - most) / sum;
}

void reference(const float* in, float* out, int rows, int n, float scale) {
  for (int row = 0; row < rows; ++row) {
    float most = scale * in[row * n];
    for (int i = 1; i < n; ++i)
      most = fmaxf(most, scale * in[row * n + i]);
    double sum = 0.0;
    for (int i = 0; i < n; ++i)
      sum += exp((double)(scale * in[row * n + i] - most));
    for (int i = 0; i < n; ++i)
      out[row * n + i] = exp((double)(scale * in[row * n + i] - most)) / sum;
  }
}
