// Slow: one sum of all, to which each thread adds its element by an atomic. It is right, and as short as can be; but
// all come to one place and go through it one by one, the 32 lanes of a warp as well.
// in has n elements, out has one, which begins as 0.
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
