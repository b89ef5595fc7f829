// says: All threads share the loads
//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

__global__ void softmax(const float* in, float* out, int rows, int n) {
  if (threadIdx.x > 0)
    return;
  const float* row = in + blockIdx.x * n;
  float most = row[0], sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    float greater = fmaxf(most, row[i]);
    sum = sum * expf(most - greater) + expf(row[i] - greater);
    most = greater;
  }
  for (int i = 0; i < n; ++i)
    out[blockIdx.x * n + i] = expf(row[i] - most) / sum;
}

void reference(const float* in, float* out, int rows, int n) {
  for (int r = 0; r < rows; ++r) {
    float most = in[r * n];
    for (int i = 1; i < n; ++i)
      most = fmaxf(most, in[r * n + i]);
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += expf(in[r * n + i] - most);
    for (int i = 0; i < n; ++i)
      out[r * n + i] = expf(in[r * n + i] - most) / sum;
  }
}
