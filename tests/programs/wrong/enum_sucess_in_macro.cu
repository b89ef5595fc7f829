#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define W 64
#define OK(x) do { if ((x) != cudaSucess) { puts("err"); exit(1); } } while (0) //~ 6:31 'cudaSucess' is not known: did you mean 'cudaSuccess'? (in the macro's text; nvcc reports it where OK is first used)

__global__ void tr(float *o, const float *i)
{
  __shared__ float t[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  t[threadIdx.y][threadIdx.x] = i[y * W + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  o[y * W + x] = t[threadIdx.x][threadIdx.y];
}

int main(void)
{
  static float h[W * W];
  float *p, *q;
  OK(cudaMalloc(&p, sizeof h));
  OK(cudaMalloc(&q, sizeof h));
  OK(cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice));
  tr<<<dim3(W / 16, W / 16), dim3(16, 16)>>>(q, p);
  OK(cudaGetLastError());
  OK(cudaMemcpy(h, q, sizeof h, cudaMemcpyDeviceToHost));
  return 0;
}
