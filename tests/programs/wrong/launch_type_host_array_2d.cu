#include <stdio.h>
#include <cuda_runtime.h>

#define M 48
#define N 80

/* zeilenweise Summe einer Matrix */
__global__ void zeilensumme(const double *mat, double *summe, int m, int n)
{
    int z = blockIdx.x * blockDim.x + threadIdx.x;
    if (z < m) {
        double s = 0.0;
        for (int j = 0; j < n; j++) s += mat[z * n + j];
        summe[z] = s;
    }
}

__managed__ double matrix[M][N];
__managed__ double summe[M];

int main(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            matrix[i][j] = i + 0.01 * j;
    zeilensumme<<<(M + 15) / 16, 16>>>(matrix, summe, M, N); //~ 26:40 the kernel's parameter 1 is const double *mat, here is double[48][80], that is a double (*)[80]: &matrix[0][0]?
    cudaDeviceSynchronize();
    printf("%f %f\n", summe[0], summe[M - 1]);
    return 0;
}
