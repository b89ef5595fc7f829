//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// No tree: every thread reads all pairs, finds the greatest, and adds up by itself. One barrier.
#define LOWEST (-3.4e38f)
__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float2 found[BLOCK];
  const float* __restrict__ src = in + blockIdx.x * n;
  float* __restrict__ dst = out + blockIdx.x * n;
  float2 own = make_float2(LOWEST, 0.f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const float x = src[i];
    const float up = fmaxf(own.x, x);
    own.y = __expf(own.x - up) * own.y + __expf(x - up);
    own.x = up;
  }
  found[threadIdx.x] = own;
  __syncthreads();
  float m = LOWEST, d = 0.f;
#pragma unroll
  for (int t = 0; t < BLOCK; ++t) m = fmaxf(m, found[t].x);
#pragma unroll
  for (int t = 0; t < BLOCK; ++t) d += found[t].y * __expf(found[t].x - m);
  const float scale = 1.f / d;
  for (int i = threadIdx.x; i < n; i += blockDim.x) dst[i] = __expf(src[i] - m) * scale;
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
