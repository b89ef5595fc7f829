#include <stdio.h>
#include <cuda_runtime.h>

#define M    64
#define K    40
#define N    32
#define TILE 16

__global__ void tiledMul(const float *A, const float *B, float *C)
{
  __shared__ float a[TILE][TILE];
  __shared__ float b[TILE][TILE];

  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float acc = 0;

  for (int t = 0; t < K / TILE; t++) {
    int kx = t * TILE + threadIdx.x;
    int ky = t * TILE + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = kx < K ? A[row * K + kx] : 0.0f;
    b[threadIdx.y][threadIdx.x] = ky < K ? B[ky * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; i++)
      acc += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  C[row * N + col] = acc;
}

int main()
{
  float hA[M * K], hB[K * N], hC[M * N];
  for (int i = 0; i < M * K; i++) hA[i] = 1.0f;
  for (int i = 0; i < K * N; i++) hB[i] = 0.01f * i;
  float *A, *B, *C;
  cudaMalloc(&A, sizeof hA);
  cudaMalloc(&B, sizeof hB);
  cudaMalloc(&C, sizeof hC);
  cudaMemcpy(A, hA, sizeof hA, cudaMemcpyHostToDevice);
  cudaMemcpy(B, hB, sizeof hB, cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE);
  dim3 grid(N / TILE, M / TILE);
  tiledMul<<<grid, block>>>(A, B, C);
  cudaMemcpy(hC, C, sizeof hC, cudaMemcpyDeviceToHost);
  printf("C[0][0] = %f\n", hC[0]);
  return 0;
}
