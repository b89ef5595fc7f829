//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// Every thread begins with the row's first element and a sum of nothing, so that there is no
// infinity.
__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float maximum[BLOCK];
  __shared__ float total[BLOCK];
  int tid = threadIdx.x;
  int start = blockIdx.x * n;

  float m = in[start];
  float d = 0;
  for (int i = tid; i < n; i += BLOCK) {
    float x = in[start + i];
    if (x > m) {
      d = d * expf(m - x);
      m = x;
    }
    d = d + expf(x - m);
  }
  maximum[tid] = m;
  total[tid] = d;
  __syncthreads();

  for (int s = 1; s < BLOCK; s = s * 2) {
    if (tid % (2 * s) == 0) {
      float m1 = maximum[tid], m2 = maximum[tid + s];
      float top = m1 > m2 ? m1 : m2;
      total[tid] = total[tid] * expf(m1 - top) + total[tid + s] * expf(m2 - top);
      maximum[tid] = top;
    }
    __syncthreads();
  }

  for (int i = tid; i < n; i += BLOCK)
    out[start + i] = expf(in[start + i] - maximum[0]) / total[0];
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
