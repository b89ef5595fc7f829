// One width for all sides, a thread an element, as in a first lecture.
// A B C: Md Nd Pd
__global__ void multiply(float* Md, float* Nd, float* Pd, int Width) {
  int col = threadIdx.x + blockDim.x * blockIdx.x;
  int row = threadIdx.y + blockDim.y * blockIdx.y;
  if (row >= Width || col >= Width) return;
  float Pvalue = 0;
  for (int k = 0; k < Width; ++k) Pvalue += Md[row * Width + k] * Nd[k * Width + col];
  Pd[row * Width + col] = Pvalue;
}
