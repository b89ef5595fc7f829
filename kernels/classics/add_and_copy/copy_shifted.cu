// Slow, but only slightly: the copy begins inside a sector of in, so the 32 elements of a warp lie in 5 sectors instead
// of 4. With a shift of 8 elements, a whole sector, they lie in 4 sectors again.
// out has n elements, in has at least n + shift.
//! n = 256
//! shift = 1
//! in = { sides = [264], fill = "ramp" }
//! out = { sides = [256] }
//! grid = 1
//! block = 256
__global__ void copy_shifted(const float* in, float* out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i + shift];
}

void reference(const float* in, float* out, int n, int shift) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i + shift];
}
