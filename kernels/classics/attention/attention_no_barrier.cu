// Wrong: attention_tiled without its second barrier. A thread that has finished a tile overwrites its row with a row
// of the next tile, while another thread may still read the old row.
// Q, K, V and O are n x D, row-major. A block has TILE threads.
//! n = 8
//! Q = { sides = ["n", "D"], fill = "random" }
//! K = { sides = ["n", "D"], fill = "random" }
//! V = { sides = ["n", "D"], fill = "random" }
//! O = { sides = ["n", "D"] }
//! grid = "(n + TILE - 1) / TILE"
//! block = "TILE"
const int TILE = 4;            // keys and values in a tile, and threads in a block
const int D = 4;               // the width of a head
constexpr float SCALE = 0.5f;  // 1 / sqrt(D)

__global__ void attention_no_barrier(const float* Q, const float* K, const float* V, float* O, int n) {
  __shared__ float Ks[TILE][D];
  __shared__ float Vs[TILE][D];
  int tid = threadIdx.x;
  int row = blockIdx.x * TILE + tid;
  float q[D], o[D] = {};
  for (int d = 0; d < D; ++d)
    q[d] = row < n ? Q[row * D + d] : 0.0f;
  float most = -INFINITY, sum = 0.0f;
  for (int tile = 0; tile < n; tile += TILE) {
    if (tile + tid < n)
      for (int d = 0; d < D; ++d) {
        Ks[tid][d] = K[(tile + tid) * D + d];
        Vs[tid][d] = V[(tile + tid) * D + d];
      }
    __syncthreads();  // no thread reads a tile before it is full
    for (int key = 0; key < TILE && tile + key < n; ++key) {
      float score = 0.0f;
      for (int d = 0; d < D; ++d)
        score += q[d] * Ks[key][d];
      score *= SCALE;
      float before = most;
      most = fmaxf(most, score);
      float keep = expf(before - most);  // 1 if this score is not a new maximum
      float weight = expf(score - most);
      sum = sum * keep + weight;
      for (int d = 0; d < D; ++d)
        o[d] = o[d] * keep + weight * Vs[key][d];
    }
    // a barrier is missing here
  }
  if (row < n)
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
