#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <time.h>

// HW2 matrix multiplication   (square matrices)
// TODO ask the TA if we may assume that SIZE is a multiple of 16?? -> no

#define SIZE 100
#define BLOCK 16

__global__ void mult(float* a, float* b, float* c, int size)
{
  int x = threadIdx.x + blockIdx.x * BLOCK;   // which column
  int y = threadIdx.y + blockIdx.y * BLOCK;   // which row
  if (x >= size || y >= size)
    return;

  float total = 0;
  for (int i = 0; i < size; i++)
  {
    total = total + a[y * size + i] * b[i * size + x];
  }
  c[y * size + x] = total;
}

void cpu_mult(float* a, float* b, float* c, int size)
{
  int x, y, i;
  for (y = 0; y < size; y++)
    for (x = 0; x < size; x++)
    {
      c[y * size + x] = 0;
      for (i = 0; i < size; i++)
        c[y * size + x] += a[y * size + i] * b[i * size + x];
    }
}

void gpu_mult(float* a, float* b, float* c, int size)
{
  float *a_gpu, *b_gpu, *c_gpu;
  int bytes = size * size * sizeof(float);

  cudaMalloc(&a_gpu, bytes);
  cudaMalloc(&b_gpu, bytes);
  cudaMalloc(&c_gpu, bytes);

  cudaMemcpy(a_gpu, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b_gpu, b, bytes, cudaMemcpyHostToDevice);

  // 100 / 16 = 6.25 so we need 7 blocks in each direction
  dim3 grid((SIZE + BLOCK - 1) / BLOCK, (SIZE + BLOCK - 1) / BLOCK);
  dim3 block(BLOCK, BLOCK);
  mult<<<grid, block>>>(a_gpu, b_gpu, c_gpu, size);

  cudaMemcpy(c, c_gpu, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a_gpu);
  cudaFree(b_gpu);
  cudaFree(c_gpu);
}

int main()
{
  float* a = (float*)malloc(SIZE * SIZE * sizeof(float));
  float* b = (float*)malloc(SIZE * SIZE * sizeof(float));
  float* c = (float*)malloc(SIZE * SIZE * sizeof(float));
  float* c2 = (float*)malloc(SIZE * SIZE * sizeof(float));
  srand(time(0));
  for (int i = 0; i < SIZE * SIZE; i++)
  {
    a[i] = rand() % 10;
    b[i] = rand() % 10;
  }

  gpu_mult(a, b, c, SIZE);
  cpu_mult(a, b, c2, SIZE);

  for (int i = 0; i < SIZE * SIZE; i++)
  {
    if (fabs(c[i] - c2[i]) > 0.01)
    {
      printf("row %d column %d: gpu says %f but cpu says %f\n", i / SIZE, i % SIZE, c[i], c2[i]);
      return 1;
    }
  }
  printf("the gpu and the cpu agree!\n");
  free(a);
  free(b);
  free(c);
  free(c2);
  return 0;
}
