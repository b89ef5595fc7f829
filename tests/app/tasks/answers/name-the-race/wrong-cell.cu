// says: do not race on piece[0]
//! n = 52
//! in = { sides = ["n + 1"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = "BLOCK"
// race: (0,0), (0,1), piece[0]
const int BLOCK = 8;

__global__ void steps(const int* in, int* out, int n) {
  __shared__ int piece[BLOCK + 1];
  int tid = threadIdx.x;
  for (int first = blockIdx.x * BLOCK; first < n; first += gridDim.x * BLOCK) {
    int k = first + tid;
    if (k <= n)
      piece[tid] = in[k];
    if (k < n && tid == BLOCK - 1)
      piece[BLOCK] = in[k + 1];
    __syncthreads();  // the piece is there
    if (k < n)
      out[k] = piece[tid + 1] - piece[tid];
    __syncthreads();
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k + 1] - in[k];
}
