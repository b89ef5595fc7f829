#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TILE_DIM 16
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

__global__ void MatMul(float* A, float* B, float* C, int ARows, int ACols, int BRows, int BCols, int CRows, int CCols)
{
    float CValue = 0;

    int Row = blockIdx.y*TILE_DIM + threadIdx.y;
    int Col = blockIdx.x*TILE_DIM + threadIdx.x;

    __shared__ float As[TILE_DIM][TILE_DIM];
    __shared__ float Bs[TILE_DIM][TILE_DIM];

    for (int k = 0; k < (TILE_DIM + ACols - 1)/TILE_DIM; k++) {

         if (k*TILE_DIM + threadIdx.x < ACols && Row < ARows)
             As[threadIdx.y][threadIdx.x] = A[Row*ACols + k*TILE_DIM + threadIdx.x];
         else
             As[threadIdx.y][threadIdx.x] = 0.0;

         if (k*TILE_DIM + threadIdx.y < BRows && Col < BCols)
             Bs[threadIdx.y][threadIdx.x] = B[(k*TILE_DIM + threadIdx.y)*BCols + Col];
         else
             Bs[threadIdx.y][threadIdx.x] = 0.0;

         __syncthreads();

         for (int n = 0; n < TILE_DIM; ++n)
             CValue += As[threadIdx.y][n] * Bs[n][threadIdx.x];

         __syncthreads();
    }

    if (Row < CRows && Col < CCols)
        C[((blockIdx.y * blockDim.y + threadIdx.y)*CCols) +
           (blockIdx.x * blockDim.x)+ threadIdx.x] = CValue;
}

int main(int argc, char** argv)
{
    int DIMX = 45, DIMY = 33, DIMZ = 70;     // A: DIMX x DIMY, B: DIMY x DIMZ
    if (argc == 4) { DIMX = atoi(argv[1]); DIMY = atoi(argv[2]); DIMZ = atoi(argv[3]); }

    float *hA = new float[DIMX*DIMY], *hB = new float[DIMY*DIMZ], *hC = new float[DIMX*DIMZ];
    for (int i = 0; i < DIMX*DIMY; i++) hA[i] = (float)rand()/RAND_MAX;
    for (int i = 0; i < DIMY*DIMZ; i++) hB[i] = (float)rand()/RAND_MAX;

    float *dA, *dB, *dC;
    cudaMalloc((void**)&dA, DIMX*DIMY*sizeof(float));
    cudaMalloc((void**)&dB, DIMY*DIMZ*sizeof(float));
    cudaMalloc((void**)&dC, DIMX*DIMZ*sizeof(float));
    cudaMemcpy(dA, hA, DIMX*DIMY*sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, hB, DIMY*DIMZ*sizeof(float), cudaMemcpyHostToDevice);

    dim3 dimBlock(TILE_DIM, TILE_DIM, 1);
    dim3 dimGrid(CEIL_DIV(DIMZ, TILE_DIM), CEIL_DIV(DIMX, TILE_DIM), 1);
    MatMul<<<dimGrid, dimBlock>>>(dA, dB, dC, DIMX, DIMY, DIMY, DIMZ, DIMX, DIMZ);

    cudaMemcpy(hC, dC, DIMX*DIMZ*sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", hC[0], hC[DIMX*DIMZ - 1]);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    delete[] hA; delete[] hB; delete[] hC;
    return 0;
}
