// Whole numbers, three sides that differ, nothing passed to the kernel.
#include <stdio.h>
#define ROWS 48
#define INNER 16
#define COLS 32

__device__ int left[ROWS][INNER];
__device__ int right[INNER][COLS];
__device__ int result[ROWS][COLS];

__global__ void multiply() {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < ROWS && c < COLS) {
    int total = 0;
    for (int i = 0; i < INNER; ++i) total += left[r][i] * right[i][c];
    result[r][c] = total;
  }
}

int main() {
  static int a[ROWS][INNER], b[INNER][COLS], c[ROWS][COLS];
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < INNER; ++j) a[i][j] = i - j;
  for (int i = 0; i < INNER; ++i)
    for (int j = 0; j < COLS; ++j) b[i][j] = i + 2 * j;
  cudaMemcpyToSymbol(left, a, sizeof a);
  cudaMemcpyToSymbol(right, b, sizeof b);
  multiply<<<dim3(COLS / 8, ROWS / 8), dim3(8, 8)>>>();
  cudaMemcpyFromSymbol(c, result, sizeof c);
  printf("%d\n", c[1][2]);
}
