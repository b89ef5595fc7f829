// Slow: attention with all of its scores in global memory, one row of Q per thread. S = Q * K^T / sqrt(D) is an n x n
// matrix. Softmax loads it twice and stores weights in its place, and O = S * V loads it once more. That is 2 * n * n
// stores and 3 * n * n loads of a matrix that is not part of the result.
// Q, K, V and O are n x D, row-major; S is n x n.
//! n = 8
//! Q = { sides = ["n", "D"], fill = "random" }
//! K = { sides = ["n", "D"], fill = "random" }
//! V = { sides = ["n", "D"], fill = "random" }
//! S = { sides = [8, 8], fill = "zeros" }
//! O = { sides = ["n", "D"] }
//! grid = 2
//! block = 4
const int D = 4;               // the width of a head
constexpr float SCALE = 0.5f;  // 1 / sqrt(D)

__global__ void attention_plain(const float* Q, const float* K, const float* V, float* S, float* O, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  for (int key = 0; key < n; ++key) {
    float score = 0.0f;
    for (int d = 0; d < D; ++d)
      score += Q[row * D + d] * K[key * D + d];
    S[row * n + key] = score * SCALE;
  }
  float most = -INFINITY, sum = 0.0f;
  for (int key = 0; key < n; ++key)
    most = fmaxf(most, S[row * n + key]);
  for (int key = 0; key < n; ++key) {
    float weight = expf(S[row * n + key] - most);
    S[row * n + key] = weight;
    sum += weight;
  }
  float o[D] = {};
  for (int key = 0; key < n; ++key) {
    float weight = S[row * n + key];
    for (int d = 0; d < D; ++d)
      o[d] += weight * V[key * D + d];
  }
  for (int d = 0; d < D; ++d)
    O[row * D + d] = o[d] / sum;
}

void reference(const float* Q, const float* K, const float* V, float* S, float* O, int n) {
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
        S[row * n + key] = weight;
        for (int d = 0; d < D; ++d)
          O[row * D + d] += weight * V[key * D + d];
      }
    for (int d = 0; d < D; ++d)
      O[row * D + d] /= sum;
  }
}
