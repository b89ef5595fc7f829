#include <stdio.h>
#include <stdlib.h>

__global__ void mulKernel(int *x, int *y, int *z, int n)
{
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row <= n && col < n) {
    int s = 0;
    for (int i = 0; i < n; i++)
      s += x[row * n + i] * y[i * n + col];
    z[row * n + col] = s;
  }
}

int main(void)
{
  int n = 50;
  int bytes = n * n * sizeof(int);
  int *hx = (int *)malloc(bytes), *hy = (int *)malloc(bytes), *hz = (int *)malloc(bytes);
  for (int i = 0; i < n * n; i++) {
    hx[i] = rand() % 10;
    hy[i] = rand() % 10;
  }
  int *dx, *dy, *dz;
  cudaMalloc((void **)&dx, bytes);
  cudaMalloc((void **)&dy, bytes);
  cudaMalloc((void **)&dz, bytes);
  cudaMemcpy(dx, hx, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, hy, bytes, cudaMemcpyHostToDevice);
  dim3 dimBlock(16, 16);
  dim3 dimGrid((n + dimBlock.x - 1) / dimBlock.x, (n + dimBlock.y - 1) / dimBlock.y);
  mulKernel<<<dimGrid, dimBlock>>>(dx, dy, dz, n);
  cudaMemcpy(hz, dz, bytes, cudaMemcpyDeviceToHost);
  printf("z[0] = %d\n", hz[0]);
  cudaFree(dx); cudaFree(dy); cudaFree(dz);
  free(hx); free(hy); free(hz);
  return 0;
}
