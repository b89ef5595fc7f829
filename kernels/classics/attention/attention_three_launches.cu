// Slow: attention as three kernels in sequence on the same arrays. The scores are an n x n matrix in global memory.
// The first kernel stores it, softmax loads it three times and stores weights in its place, and the last kernel loads
// each weight D times. That is 2 * n * n stores and (3 + D) * n * n loads of a matrix that is not a result.
// Q, K, V and O are n x D, row-major; S is n x n; n is a multiple of 4.
//! n = 8
//! Q = { sides = ["n", "D"], fill = "random" }
//! K = { sides = ["n", "D"], fill = "random" }
//! V = { sides = ["n", "D"], fill = "random" }
//! O = { sides = ["n", "D"] }
//! S = { sides = [8, 8] }
//! grid = 2
//! [[launches]]
//! entry = "scores"
//! block = [8, 4]
//! [[launches]]
//! entry = "softmax_in_place"
//! block = 4
//! [[launches]]
//! entry = "weighted_sum"
//! block = ["D", 4]
const int D = 4;               // the width of a head
constexpr float SCALE = 0.5f;  // 1 / sqrt(D)

// One score per thread; the block is n x 4 threads.
__global__ void scores(const float* Q, const float* K, float* S, int n) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  int key = threadIdx.x;
  float score = 0.0f;
  for (int d = 0; d < D; ++d)
    score += Q[row * D + d] * K[key * D + d];
  S[row * n + key] = score * SCALE;
}

// One row per thread.
__global__ void softmax_in_place(float* S, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float most = -INFINITY, sum = 0.0f;
  for (int key = 0; key < n; ++key)
    most = fmaxf(most, S[row * n + key]);
  for (int key = 0; key < n; ++key)
    sum += expf(S[row * n + key] - most);
  for (int key = 0; key < n; ++key)
    S[row * n + key] = expf(S[row * n + key] - most) / sum;
}

// One element of O per thread; the block is D x 4 threads.
__global__ void weighted_sum(const float* S, const float* V, float* O, int n) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  int d = threadIdx.x;
  float sum = 0.0f;
  for (int key = 0; key < n; ++key)
    sum += S[row * n + key] * V[key * D + d];
  O[row * D + d] = sum;
}

// The reference of each kernel.
void reference(const float* Q, const float* K, float* S, int n) {
  for (int row = 0; row < n; ++row)
    for (int key = 0; key < n; ++key) {
      float score = 0.0f;
      for (int d = 0; d < D; ++d)
        score += Q[row * D + d] * K[key * D + d];
      S[row * n + key] = score * SCALE;
    }
}

void reference(float* S, int n) {
  for (int row = 0; row < n; ++row) {
    float sum = 0.0f;
    for (int key = 0; key < n; ++key)
      sum += expf(S[row * n + key]);
    for (int key = 0; key < n; ++key)
      S[row * n + key] = expf(S[row * n + key]) / sum;
  }
}

void reference(const float* S, const float* V, float* O, int n) {
  for (int row = 0; row < n; ++row)
    for (int d = 0; d < D; ++d)
      for (int key = 0; key < n; ++key)
        O[row * D + d] += S[row * n + key] * V[key * D + d];
}

// The reference of all launches: attention.
void reference(const float* Q, const float* K, const float* V, float* O, int n) {
  for (int row = 0; row < n; ++row) {
    float sum = 0.0f;
    for (int key = 0; key < n; ++key) {
      float score = 0.0f;
      for (int d = 0; d < D; ++d)
        score += Q[row * D + d] * K[key * D + d];
      float weight = expf(score * SCALE);
      sum += weight;
      for (int d = 0; d < D; ++d)
        O[row * D + d] += weight * V[key * D + d];
    }
    for (int d = 0; d < D; ++d)
      O[row * D + d] /= sum;
  }
}
