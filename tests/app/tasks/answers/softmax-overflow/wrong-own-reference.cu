// says: out[3][11] is 0
//! rows = 5
//! n = 24
//! scale = 1
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "(rows + 3) / 4"
//! block = 4

// The reference overflows as the kernel does, so they agree.
__global__ void softmax(const float* in, float* out, int rows, int n, float scale) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int i = 0; i < n; ++i)
    sum += expf(scale * in[row * n + i]);
  for (int i = 0; i < n; ++i)
    out[row * n + i] = expf(scale * in[row * n + i]) / sum;
}

void reference(const float* in, float* out, int rows, int n, float scale) {
  for (int row = 0; row < rows; ++row) {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(scale * in[row * n + i]);
    for (int i = 0; i < n; ++i)
      out[row * n + i] = expf(scale * in[row * n + i]) / sum;
  }
}
