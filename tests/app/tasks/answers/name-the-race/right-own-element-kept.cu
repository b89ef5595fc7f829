//! n = 52
//! in = { sides = ["n + 1"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = "BLOCK"
// race: (0,2), (0,3), piece[3]
const int BLOCK = 8;

// A thread keeps its own element in a register and hands it to its left neighbour alone.
__global__ void steps(const int* in, int* out, int n) {
  __shared__ int for_left[BLOCK];
  int tid = threadIdx.x;
  int pieces = (n + BLOCK - 1) / BLOCK;
  for (int p = blockIdx.x; p < pieces; p += gridDim.x) {
    int k = p * BLOCK + tid;
    int own = k <= n ? in[k] : 0;
    if (tid > 0)
      for_left[tid - 1] = own;
    else if (p * BLOCK + BLOCK <= n)
      for_left[BLOCK - 1] = in[p * BLOCK + BLOCK];
    __syncthreads();
    int next = k < n ? for_left[tid] : 0;
    __syncthreads();
    if (k < n)
      out[k] = next - own;
  }
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k + 1] - in[k];
}
