//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// Warps join by shuffles; the first of each leaves what came out, and all threads join these few.
const int WARPS = (BLOCK + 31) / 32;

__device__ void join(float& m, float& d, float m2, float d2) {
  float top = fmaxf(m, m2);
  if (top == -INFINITY) return;
  d = d * expf(m - top) + d2 * expf(m2 - top);
  m = top;
}

__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float ms[WARPS], ds[WARPS];
  const int tid = threadIdx.x, width = BLOCK < 32 ? BLOCK : 32;
  const unsigned mask = BLOCK < 32 ? (1u << BLOCK % 32) - 1 : 0xffffffffu;
  float m = -INFINITY, d = 0.0f;
  for (int i = tid; i < n; i += BLOCK)
    join(m, d, in[blockIdx.x * n + i], 1.0f);
  for (int s = width / 2; s > 0; s /= 2) {
    float m2 = __shfl_down_sync(mask, m, s, width);
    float d2 = __shfl_down_sync(mask, d, s, width);
    join(m, d, m2, d2);
  }
  if (tid % 32 == 0) {
    ms[tid / 32] = m;
    ds[tid / 32] = d;
  }
  __syncthreads();
  m = ms[0];
  d = ds[0];
  for (int w = 1; w < WARPS; ++w)
    join(m, d, ms[w], ds[w]);
  for (int i = tid; i < n; i += BLOCK)
    out[blockIdx.x * n + i] = expf(in[blockIdx.x * n + i] - m) / d;
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
