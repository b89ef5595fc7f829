//! n = 52
//! in = { sides = ["n + 1"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = "BLOCK"
const int BLOCK = 8;

// What went wrong:
// race: 5, 6, piece[6]
// Thread 6 already fills it for the next round while thread 5 may not have looked at it.
__global__ void steps(const int* in, int* out, int n) {
  __shared__ int piece[BLOCK + 1];
  int t = threadIdx.x;
  for (int first = blockIdx.x * BLOCK; first < n; first += gridDim.x * BLOCK) {
    __syncthreads();  // all are through with the old piece
    int k = first + t;
    if (k <= n) {
      piece[t] = in[k];
    }
    if (k < n && t == BLOCK - 1) {
      piece[BLOCK] = in[k + 1];
    }
    __syncthreads();
    if (k < n) {
      int difference = piece[t + 1] - piece[t];
      out[k] = difference;
    }
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k + 1] - in[k];
}
