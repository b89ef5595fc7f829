// says: launch 3
//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// Five elements, whatever RADIUS is.
__global__ void smooth(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  if (i < n + 4) tile[tid] = in[i];
  if (tid < 4 && i + BLOCK < n + 4) tile[tid + BLOCK] = in[i + BLOCK];
  __syncthreads();
  if (i < n)
    out[i] = tile[tid] + tile[tid + 1] + tile[tid + 2] + tile[tid + 3] + tile[tid + 4];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
