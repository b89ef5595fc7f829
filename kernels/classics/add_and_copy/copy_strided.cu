// Slow: out takes every stride-th element of in. A warp still needs 32 elements, but only whole sectors of 32 bytes
// are moved. With stride 1 a load takes 4 of them, with 2, 4, 8 and 16 it takes 8, 16, 32 and 32.
// out has n elements, in has at least n * stride.
//! n = 256
//! stride = 2
//! in = { sides = [4096], fill = "ramp" }
//! out = { sides = [256] }
//! grid = 1
//! block = 256
__global__ void copy_strided(const float* in, float* out, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i * stride];
}

void reference(const float* in, float* out, int n, int stride) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i * stride];
}
