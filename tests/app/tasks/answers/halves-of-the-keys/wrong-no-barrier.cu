// says: on mosts, line
//! n = 8
//! Q = { sides = ["n", "D"], fill = "random" }
//! K = { sides = ["n", "D"], fill = "random" }
//! V = { sides = ["n", "D"], fill = "random" }
//! O = { sides = ["n", "D"] }
//! grid = "(n + ROWS - 1) / ROWS"
//! block = ["ROWS", 2]
const int ROWS = 4;            // rows of Q for each block
const int D = 4;               // numbers in a row
constexpr float SCALE = 0.5f;  // 1 / sqrt(D)

__global__ void attention(const float* Q, const float* K, const float* V, float* O, int n) {
  __shared__ float mosts[ROWS], sums[ROWS], values[ROWS][D];  // from the second thread of each row
  int r = threadIdx.x, half = threadIdx.y;
  int row = blockIdx.x * ROWS + r;
  int middle = n / 2;  // the first key of the second half
  float most = -INFINITY, sum = 0.0f, o[D] = {};
  if (row < n)
    for (int key = half * middle; key < (half == 0 ? middle : n); ++key) {
      float score = 0.0f;
      for (int d = 0; d < D; ++d)
        score += Q[row * D + d] * K[key * D + d];
      score *= SCALE;
      float before = most;
      most = fmaxf(most, score);
      float keep = expf(before - most), weight = expf(score - most);
      sum = sum * keep + weight;
      for (int d = 0; d < D; ++d)
        o[d] = o[d] * keep + weight * V[key * D + d];
    }
  if (half == 1) {
    mosts[r] = most;
    sums[r] = sum;
    for (int d = 0; d < D; ++d)
      values[r][d] = o[d];
  }
  if (half == 0 && row < n) {
    float both = fmaxf(most, mosts[r]);
    float mine = expf(most - both), other = expf(mosts[r] - both);
    sum = sum * mine + sums[r] * other;
    for (int d = 0; d < D; ++d)
      O[row * D + d] = (o[d] * mine + values[r][d] * other) / sum;
  }
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
