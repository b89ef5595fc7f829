// says: on out, line
//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// Each element is loaded once and added to all sums that it is part of. Nobody waits for the
// sums to be emptied.
__global__ void smooth(const int* in, int* out, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n)
    out[i] = 0;
  __syncthreads();
  for (int j = i; j < n + 2 * RADIUS; j += gridDim.x * BLOCK) {
    int element = in[j];
    for (int k = 0; k <= 2 * RADIUS; ++k)
      if (j - k >= 0 && j - k < n)
        atomicAdd(&out[j - k], element);
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
