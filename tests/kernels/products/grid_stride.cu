// However many threads there are, they go on until all is done.
// A B C: p q out
__global__ void strided(const float* p, const float* q, float* out, int rows, int inner, int cols) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * cols; i += gridDim.x * blockDim.x) {
    const int r = i / cols, c = i - r * cols;
    float sum = 0;
    for (int k = 0; k < inner; ++k) sum += p[r * inner + k] * q[k * cols + c];
    out[i] = sum;
  }
}
