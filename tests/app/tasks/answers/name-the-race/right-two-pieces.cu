//! n = 52
//! in = { sides = ["n + 1"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = "BLOCK"
// race: (0,1), (0,0), piece[1]
#define BLOCK 8

// Rounds take turns with two pieces: one barrier a round is enough then.
__global__ void steps(const int* in, int* out, int n) {
  __shared__ int piece[2][BLOCK + 1];
  const int tid = threadIdx.x;
  unsigned turn = 0;
  for (int first = blockIdx.x * BLOCK; first < n; first += gridDim.x * BLOCK, turn ^= 1) {
    const int k = first + tid;
    int* now = piece[turn];
    if (k <= n) now[tid] = in[k];
    if (k < n && tid == BLOCK - 1) now[BLOCK] = in[k + 1];
    __syncthreads();
    if (k < n) out[k] = now[tid + 1] - now[tid];
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k + 1] - in[k];
}
