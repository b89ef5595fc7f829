// says: 300 atomics
//! n = 60
//! in = { sides = ["n + 2 * RADIUS"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

// An atomic that adds nothing gives back what is there, and is no load.
__global__ void smooth(const int* in, int* out, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k <= 2 * RADIUS; ++k)
      sum += atomicAdd((int*)&in[i + k], 0);
    out[i] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      out[i] += in[i + k];
}
