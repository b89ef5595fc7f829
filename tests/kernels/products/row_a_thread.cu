// A thread makes a whole row.
// A B C: a b c
__global__ void rows(const float* a, const float* b, float* c, int height, int width, int depth) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < height)
    for (int j = 0; j < width; ++j) {
      float s = 0;
      for (int d = 0; d < depth; ++d) s += a[r * depth + d] * b[d * width + j];
      c[r * width + j] = s;
    }
}
