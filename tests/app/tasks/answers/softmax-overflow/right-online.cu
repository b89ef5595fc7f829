//! rows = 5
//! n = 24
//! scale = 1
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "(rows + 3) / 4"
//! block = 4

// One pass finds greatest and sum together; the sum is brought up to date when a greater one comes.
#define EXP(x) expf(x)

__global__ void softmax(const float* in, float* out, int rows, int n, float scale) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* x = in + r * n;
  float* y = out + r * n;
  float m = scale * x[0], d = 1.f;
  for (int j = 1; j < n; ++j) {
    const float v = scale * x[j];
    if (v > m) {
      d = d * EXP(m - v) + 1.f;
      m = v;
    } else {
      d += EXP(v - m);
    }
  }
  const float inverse = 1.f / d;
  for (int j = 0; j < n; ++j) y[j] = EXP(scale * x[j] - m) * inverse;
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
