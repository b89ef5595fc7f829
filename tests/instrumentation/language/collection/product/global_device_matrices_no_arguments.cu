#include <stdio.h>
#include <string.h>

#define N 64

// everything is a global, like in the sequential program this came from
static __device__ int A[N][N];
static __device__ int B[N][N];
__device__ long C[N][N];
__device__ int mistakes = 0;

__global__ void fill(int seed)
{
    int i = blockIdx.x, j = threadIdx.x;
    A[i][j] = (i * 7 + j * 3 + seed) % 10;
    B[i][j] = i == j ? 2 : 0;
    memset(&C[i][j], 0, sizeof(long));
}

__global__ void multiply()
{
    int i = blockIdx.x, j = threadIdx.x, k;
    for (k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];
}

__global__ void check(int *ok)
{
    int i = blockIdx.x, j = threadIdx.x;
    if (C[i][j] != 2 * A[i][j]) {
        int nth = atomicAdd(&mistakes, 1);
        if (nth < 5)
            printf("C[%d][%d] = %ld, \"expected\" %d\n", i, j, C[i][j], 2 * A[i][j]);
        *ok = 0;
    }
}

int run(int *d_ok)
{
    fill<<<N, N>>>(1);
    multiply<<<N, N>>>();
    check<<<N, N>>>(d_ok);
    return cudaDeviceSynchronize() == cudaSuccess;
}
