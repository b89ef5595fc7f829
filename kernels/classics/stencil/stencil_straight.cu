// Slow: each element becomes the sum of its neighbourhood, RADIUS elements on each side, and each thread loads all of
// it from global memory. A block does BLOCK * (2 * RADIUS + 1) = 80 loads for BLOCK + 2 * RADIUS = 20 elements.
// in and out have n elements; beyond the ends there are zeros. A block has BLOCK threads.
//! n = 60
//! in = { sides = [60], fill = "counting" }
//! out = { sides = [60] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 16;
const int RADIUS = 2;

__global__ void stencil_straight(const int* in, int* out, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n)
    return;
  int sum = 0;
  for (int k = i - RADIUS; k <= i + RADIUS; ++k)
    if (k >= 0 && k < n)
      sum += in[k];
  out[i] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = i - RADIUS; k <= i + RADIUS; ++k)
      if (k >= 0 && k < n)
        out[i] += in[k];
}
