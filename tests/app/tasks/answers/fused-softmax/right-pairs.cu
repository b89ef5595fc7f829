//! rows = 2
//! n = 40
//! in = { sides = ["rows", "n"], fill = "counting" }
//! out = { sides = ["rows", "n"] }
//! grid = "rows"
//! block = "BLOCK"
const int BLOCK = 16;

// Greatest and sum as one pair, and one function that joins two of them.
struct Pair {
  float most, sum;
};

__device__ Pair join(Pair a, Pair b) {
  if (a.sum == 0.0f) return b;
  if (b.sum == 0.0f) return a;
  Pair both;
  both.most = fmaxf(a.most, b.most);
  both.sum = a.sum * expf(a.most - both.most) + b.sum * expf(b.most - both.most);
  return both;
}

__global__ void softmax(const float* in, float* out, int rows, int n) {
  __shared__ Pair part[BLOCK];
  Pair mine = {0.0f, 0.0f};
  for (int i = threadIdx.x; i < n; i += BLOCK) {
    Pair one = {in[blockIdx.x * n + i], 1.0f};
    mine = join(mine, one);
  }
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = BLOCK / 2; half >= 1; half >>= 1) {
    if (threadIdx.x < half)
      part[threadIdx.x] = join(part[threadIdx.x], part[threadIdx.x + half]);
    __syncthreads();
  }
  Pair all = part[0];
  for (int i = threadIdx.x; i < n; i += BLOCK)
    out[blockIdx.x * n + i] = expf(in[blockIdx.x * n + i] - all.most) / all.sum;
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
