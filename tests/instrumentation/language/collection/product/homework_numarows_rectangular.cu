// HW 3 -- tiled multiplication of rectangular matrices
#include <assert.h>
#include <stdio.h>

#define TILE 32
#define CHECK(stmt)                                             \
  do {                                                          \
    cudaError_t err = stmt;                                     \
    if (err != cudaSuccess) {                                   \
      printf("failed: %s (%s)\n", #stmt, cudaGetErrorString(err)); \
      return;                                                   \
    }                                                           \
  } while (0)

//@@ INSERT CODE HERE
__global__ void matrixMultiplyShared(float *A, float *B, float *C, int numARows,
                                     int numAColumns, int numBRows,
                                     int numBColumns, int numCRows,
                                     int numCColumns) {
  __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
  assert(numAColumns == numBRows);

  int tx = threadIdx.x, ty = threadIdx.y;
  int Row = blockIdx.y * TILE + ty, Col = blockIdx.x * TILE + tx;
  float acc = 0.0;

  for (int m = 0; m < (numAColumns - 1) / TILE + 1; ++m) {
    tileA[ty][tx] = (Row < numARows && m * TILE + tx < numAColumns)
                        ? A[Row * numAColumns + m * TILE + tx] : 0.0;
    tileB[ty][tx] = (Col < numBColumns && m * TILE + ty < numBRows)
                        ? B[(m * TILE + ty) * numBColumns + Col] : 0.0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) acc += tileA[ty][k] * tileB[k][tx];
    __syncthreads();
  }
  if (Row < numCRows && Col < numCColumns) C[Row * numCColumns + Col] = acc;
}

void run(float *dA, float *dB, float *dC, int ar, int ac, int br, int bc) {
  dim3 block(TILE, TILE), grid((bc - 1) / TILE + 1, (ar - 1) / TILE + 1);
  matrixMultiplyShared<<<grid, block>>>(dA, dB, dC, ar, ac, br, bc, ar, bc);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}
