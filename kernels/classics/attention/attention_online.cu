// Attention in one kernel, one row of Q per thread, with an online softmax. Each thread keeps the maximum so far, and a
// sum of weights and a row of O relative to this maximum. A new maximum rescales both. There is no n x n matrix, but
// every thread loads all of K and V.
// Q, K, V and O are n x D, row-major.
//! n = 8
//! Q = { sides = ["n", "D"], fill = "random" }
//! K = { sides = ["n", "D"], fill = "random" }
//! V = { sides = ["n", "D"], fill = "random" }
//! O = { sides = ["n", "D"] }
//! grid = 2
//! block = 4
const int D = 4;               // the width of a head
constexpr float SCALE = 0.5f;  // 1 / sqrt(D)

__global__ void attention_online(const float* Q, const float* K, const float* V, float* O, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float q[D], o[D] = {};
  for (int d = 0; d < D; ++d)
    q[d] = Q[row * D + d];
  float most = -INFINITY, sum = 0.0f;
  for (int key = 0; key < n; ++key) {
    float score = 0.0f;
    for (int d = 0; d < D; ++d)
      score += q[d] * K[key * D + d];
    score *= SCALE;
    float before = most;
    most = fmaxf(most, score);
    float keep = expf(before - most);  // 1 if this score is not a new maximum
    float weight = expf(score - most);
    sum = sum * keep + weight;
    for (int d = 0; d < D; ++d)
      o[d] = o[d] * keep + weight * V[key * D + d];
  }
  for (int d = 0; d < D; ++d)
    O[row * D + d] = o[d] / sum;
}

void reference(const float* Q, const float* K, const float* V, float* O, int n) {
  for (int row = 0; row < n; ++row) {
    float most = -INFINITY, sum = 0.0f;
    for (int pass = 0; pass < 2; ++pass)
      for (int key = 0; key < n; ++key) {
        float score = 0.0f;
        for (int d = 0; d < D; ++d)
          score += Q[row * D + d] * K[key * D + d];
        score *= SCALE;
        if (pass == 0) {
          most = fmaxf(most, score);
          continue;
        }
        float weight = expf(score - most);
        sum += weight;
        for (int d = 0; d < D; ++d)
          O[row * D + d] += weight * V[key * D + d];
      }
    for (int d = 0; d < D; ++d)
      O[row * D + d] /= sum;
  }
}
