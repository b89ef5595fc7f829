// says: shared bytes
//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

#define ROOM 512
__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float kept[ROOM];
  int tid = threadIdx.x;
  for (int i = tid; i < n; i += BLOCK)
    kept[i] = in[blockIdx.x * n + i];
  __syncthreads();
  float most = kept[0], sum = 0.0f;
  for (int i = 1; i < n; ++i)
    most = fmaxf(most, kept[i]);
  for (int i = 0; i < n; ++i)
    sum += expf(kept[i] - most);
  for (int i = tid; i < n; i += BLOCK)
    out[blockIdx.x * n + i] = expf(kept[i] - most) / sum;
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
