#include <stdio.h>
#include <cuda_runtime.h>

#define DIM 60
#define STEPS 12

/* covariance accumulation: C += v v^T for every sample */
__global__ void ger(float *C, const float *v, float w)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < DIM && j < DIM)
    C[i * DIM + j] += w * v[i] * v[j];
}

int main()
{
  float h[DIM * STEPS], hc[DIM * DIM];
  float *C, *v;
  for (int i = 0; i < DIM * STEPS; i++) h[i] = (i * 7919 % 1000) * 0.001f;
  cudaMalloc((void**)&C, sizeof(hc));
  cudaMalloc((void**)&v, sizeof(h));
  cudaMemset(C, 0, sizeof(hc));
  cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);

  dim3 b(16, 16), g((DIM + 15) / 16, (DIM + 15) / 16);
  for (int s = 0; s < STEPS; s++)
    ger<<<g, b>>>(C, v + s * DIM, 1.0f / STEPS);

  cudaMemcpy(hc, C, sizeof(hc), cudaMemcpyDeviceToHost);
  printf("C[0][1]=%f C[1][0]=%f\n", hc[1], hc[DIM]);
  cudaFree(C); cudaFree(v);
  return 0;
}
