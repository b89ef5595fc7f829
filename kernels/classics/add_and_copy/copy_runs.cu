// Slow: each thread copies a run of EACH adjacent elements. That suits a CPU core, but not a warp. At any time its
// lanes are EACH elements apart, so each load takes 16 sectors, and so does each store.
// in and out have n elements. A grid-stride loop gives each thread the same work, with 4 sectors per load.
//! n = 1000
//! in = { sides = [1000], fill = "ramp" }
//! out = { sides = [1000] }
//! grid = "(n + 256 * EACH - 1) / (256 * EACH)"
//! block = 256
const int EACH = 4;

__global__ void copy_runs(const float* in, float* out, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
  for (int i = first; i < first + EACH; ++i)
    if (i < n)
      out[i] = in[i];
}

void reference(const float* in, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
}
