//! n = 72
//! in = { sides = ["n"], fill = "ramp" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = 16
// Two rounds at a time, so that two loads are under way at once.
#define SCALED(v) (3 * (v) + 1)

__global__ void scale(const int* in, int* out, int n) {
  const int step = blockDim.x * gridDim.x;
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  for (; k + step < n; k += 2 * step) {
    const int first = in[k];
    const int second = in[k + step];
    out[k] = SCALED(first);
    out[k + step] = SCALED(second);
  }
  if (k < n)
    out[k] = SCALED(in[k]);
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = 3 * in[k] + 1;
}
