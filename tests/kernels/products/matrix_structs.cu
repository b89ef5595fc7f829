// Matrices that know their sizes.
// A B C: x.at y.at z.at
struct Mat {
  int rows, cols;
  float* at;
};
__device__ float& cell(Mat m, int r, int c) { return m.at[r * m.cols + c]; }
__global__ void multiply(Mat x, Mat y, Mat z) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= z.rows || c >= z.cols) return;
  float s = 0;
  for (int i = 0; i < x.cols; ++i) s += cell(x, r, i) * cell(y, i, c);
  cell(z, r, c) = s;
}
