/*
 * Matrix multiplication, simple version.
 *   P = M x N, all of them Width x Width and stored row by row.
 * One thread computes one element of P.
 */
#include <cuda_runtime.h>

__global__
void MatrixMulKernel(const float* M, const float* N, float* P, int Width) {
  // row and column of the element that this thread is in charge of
  const int Row = blockIdx.y*blockDim.y + threadIdx.y;
  const int Col = blockIdx.x*blockDim.x + threadIdx.x;

  if ((Row < Width) && (Col < Width)) {
    float Pvalue = 0.0f;
    for (int k = 0; k < Width; ++k)
      Pvalue += M[Row*Width + k] * N[k*Width + Col];
    P[Row*Width + Col] = Pvalue;
  }
}

void launchMatrixMul(const float* d_M, const float* d_N, float* d_P, int Width) {
  dim3 dimBlock(16, 16, 1);
  dim3 dimGrid((Width + 15)/16, (Width + 15)/16, 1);
  MatrixMulKernel<<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
}
