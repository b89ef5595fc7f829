//! rows = 5
//! n = 24
//! scale = 1
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "(rows + 3) / 4"
//! block = 4

// exp(x) / sum is exp(x - log(sum)): with the greatest taken off, the logarithm of the sum is a
// small number.
__device__ float greatest_of(const float* row, int n, float scale) {
  float low = row[0], high = row[0];
  for (int i = 1; i < n; ++i) {
    float element = row[i];
    low = fminf(low, element);
    high = fmaxf(high, element);
  }
  return fmaxf(scale * low, scale * high);
}

__global__ void softmax(const float* in, float* out, int rows, int n, float scale) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    float greatest = greatest_of(in + row * n, n, scale);
    double sum = 0.0;
    for (int i = row * n; i < (row + 1) * n; ++i)
      sum += exp((double)scale * in[i] - greatest);
    double shift = greatest + log(sum);
    for (int i = row * n; i < (row + 1) * n; ++i)
      out[i] = (float)exp((double)scale * in[i] - shift);
  }
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
