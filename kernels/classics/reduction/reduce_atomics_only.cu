// Slow: each thread adds its element to one sum with an atomic. The kernel is correct and very short, but
// all atomics go to one cell, one after another, even the 32 of a warp.
// in has n elements, out has one, initially 0.
//! n = 1000
//! in = { sides = [1000], fill = "counting" }
//! out = { sides = [1], fill = "zeros" }
//! grid = 4
//! block = 256
__global__ void reduce_atomics_only(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(out, in[i]);
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[0] += in[i];
}
