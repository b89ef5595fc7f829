// Rows along x: each warp strides through memory, but the result is right.
// A B C: a b c
__global__ void uncoalesced(const float* a, const float* b, float* c, int n) {
  const int row = blockDim.x * blockIdx.x + threadIdx.x;
  const int col = blockDim.y * blockIdx.y + threadIdx.y;
  if (row < n && col < n) {
    float t = 0;
    for (int k = 0; k < n; k++) t = t + b[k * n + col] * a[row * n + k];
    c[row * n + col] = t;
  }
}
