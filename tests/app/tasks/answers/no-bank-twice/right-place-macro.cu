//! n = 200
//! in = { sides = ["n"], fill = "random" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
// Student: I leave a hole after 32 cells.
#define BLOCK 128
#define P(i) ((i) + ((i) >> 5))

__global__ void digits(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cells[P(BLOCK)];
  int me = threadIdx.x;
  int gid = blockIdx.x * BLOCK + me;
  if (gid < n) {
    cells[P(me)] = in[gid];
  } else {
    cells[P(me)] = 0u;
  }
  __syncthreads();
  unsigned w = 3u;
  int distance = 1;
  while (distance < BLOCK) {
    int l = me * distance * 2;
    if (l < BLOCK) {
      unsigned high = cells[P(l)];
      unsigned low = cells[P(l + distance)];
      cells[P(l)] = high * w + low;
    }
    w = w * w;
    distance = distance * 2;
    __syncthreads();
  }
  if (me == 0) out[blockIdx.x] = cells[0];
}

void reference(const unsigned* in, unsigned* out, int n) {
  for (int first = 0; first < n; first += BLOCK)
    for (int k = first; k < first + BLOCK; ++k)
      out[first / BLOCK] = out[first / BLOCK] * 3 + (k < n ? in[k] : 0);
}
