// Tiled product 2048 cubed. Block (37, 91) alone skips the second barrier: shared memory race, writes at lines 16-17 against the read at line 20.
#include <cuda_runtime.h>
#define TILE 16
const int WIDTH = 2048;

__global__ void MatrixMulKernel(float* M, float* N, float* P)
{
  __shared__ float Mds[TILE][TILE];
  __shared__ float Nds[TILE][TILE];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int Row = by * TILE + ty;
  int Col = bx * TILE + tx;
  float Pvalue = 0;
  for (int ph = 0; ph < WIDTH / TILE; ++ph)
  {
    Mds[ty][tx] = M[Row * WIDTH + ph * TILE + tx];
    Nds[ty][tx] = N[(ph * TILE + ty) * WIDTH + Col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      Pvalue += Mds[ty][k] * Nds[k][tx];
    if (!(bx == 37 && by == 91))
      __syncthreads();
  }
  P[Row * WIDTH + Col] = Pvalue;
}

int main()
{
  float *M, *N, *P;
  size_t size = (size_t)WIDTH * WIDTH * sizeof(float);
  cudaMalloc(&M, size); cudaMalloc(&N, size); cudaMalloc(&P, size);
  MatrixMulKernel<<<dim3(WIDTH / TILE, WIDTH / TILE), dim3(TILE, TILE)>>>(M, N, P);
  cudaDeviceSynchronize();
  return 0;
}
