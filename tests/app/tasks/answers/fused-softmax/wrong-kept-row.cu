// says: launch 4
//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// The row is kept in registers: three elements a thread are enough for the row that is shown.
__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  float kept[3];
  float most = -INFINITY, sum = 0.0f;
  for (int e = 0; e < 3; ++e) {
    int i = e * BLOCK + tid;
    kept[e] = i < n ? in[blockIdx.x * n + i] : -INFINITY;
    most = fmaxf(most, kept[e]);
  }
  part[tid] = most;
  __syncthreads();
  for (int t = 0; t < BLOCK; ++t)
    most = fmaxf(most, part[t]);
  __syncthreads();
  for (int e = 0; e < 3; ++e)
    sum += expf(kept[e] - most);
  part[tid] = sum;
  __syncthreads();
  sum = 0.0f;
  for (int t = 0; t < BLOCK; ++t)
    sum += part[t];
  for (int e = 0; e < 3; ++e)
    if (e * BLOCK + tid < n)
      out[blockIdx.x * n + e * BLOCK + tid] = expf(kept[e] - most) / sum;
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
