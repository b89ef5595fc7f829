// A lab sheet: multiply two matrices that are too large for one block. Compare the three kernels.
#include <cstdio>
#include <cstdlib>

#define A_WIDTH 1024
#define A_HEIGHT 2048
#define B_WIDTH 2048
#define B_HEIGHT A_WIDTH
#define C_WIDTH B_WIDTH
#define C_HEIGHT A_HEIGHT
#define BLOCK_SIZE 16
#define SMALL 16

__device__ float d_A[A_HEIGHT][A_WIDTH];
__device__ float d_B[B_HEIGHT][B_WIDTH];
__device__ float d_C[C_HEIGHT][C_WIDTH];

__device__ float s_A[SMALL][SMALL];
__device__ float s_B[SMALL][SMALL];
__device__ float s_C[SMALL][SMALL];

__global__ void matrixMulGlobal() {
  int x = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  int y = blockIdx.y * BLOCK_SIZE + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < A_WIDTH; k++) {
    sum += d_A[y][k] * d_B[k][x];
  }
  d_C[y][x] = sum;
}

__global__ void matrixMulOneBlock() {
  __shared__ float As[SMALL][SMALL];
  __shared__ float Bs[SMALL][SMALL];
  int x = threadIdx.x;
  int y = threadIdx.y;
  As[y][x] = s_A[y][x];
  Bs[y][x] = s_B[y][x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < SMALL; k++) {
    sum += As[y][k] * Bs[k][x];
  }
  s_C[y][x] = sum;
}

__global__ void matrixMulShared() {
  __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
  int bx = blockIdx.x;
  int by = blockIdx.y;
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  float sum = 0;
  for (int i = 0; i < A_WIDTH / BLOCK_SIZE; i++) {
    int a_y = by * BLOCK_SIZE + ty;
    int a_x = i * BLOCK_SIZE + tx;
    int b_y = i * BLOCK_SIZE + ty;
    int b_x = bx * BLOCK_SIZE + tx;
    As[ty][tx] = d_A[a_y][a_x];
    Bs[ty][tx] = d_B[b_y][b_x];
    __syncthreads();
    for (int k = 0; k < BLOCK_SIZE; k++) {
      sum += As[ty][k] * Bs[k][tx];
    }
    __syncthreads();
  }
  d_C[by * BLOCK_SIZE + ty][bx * BLOCK_SIZE + tx] = sum;
}

static float h_A[A_HEIGHT][A_WIDTH];
static float h_B[B_HEIGHT][B_WIDTH];
static float h_C[C_HEIGHT][C_WIDTH];

int main() {
  for (int y = 0; y < A_HEIGHT; y++)
    for (int x = 0; x < A_WIDTH; x++) h_A[y][x] = (float)rand() / RAND_MAX;
  for (int y = 0; y < B_HEIGHT; y++)
    for (int x = 0; x < B_WIDTH; x++) h_B[y][x] = (float)rand() / RAND_MAX;
  cudaMemcpyToSymbol(d_A, h_A, sizeof(h_A));
  cudaMemcpyToSymbol(d_B, h_B, sizeof(h_B));

  dim3 threads(BLOCK_SIZE, BLOCK_SIZE);
  dim3 blocks(C_WIDTH / BLOCK_SIZE, C_HEIGHT / BLOCK_SIZE);
  matrixMulGlobal<<<blocks, threads>>>();
  matrixMulOneBlock<<<1, dim3(SMALL, SMALL)>>>();
  matrixMulShared<<<blocks, threads>>>();
  cudaMemcpyFromSymbol(h_C, d_C, sizeof(h_C));
  printf("%f\n", h_C[0][0]);
  return 0;
}
