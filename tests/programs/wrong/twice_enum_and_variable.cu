#include <cstdio>
#include <cuda_runtime.h>

enum { ROWS = 120, COLS = 90 };

__global__ void outer(const int *u, const int *v, int *m)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < ROWS && c < COLS) m[r * COLS + c] = u[r] * v[c];
}

const int COLS = 90; //~ 13:11 'COLS' is already an enumerator (line 4)

int main()
{
    int *u, *v, *m;
    cudaMallocManaged(&u, ROWS * sizeof(int));
    cudaMallocManaged(&v, COLS * sizeof(int));
    cudaMallocManaged(&m, ROWS * COLS * sizeof(int));
    for (int i = 0; i < ROWS; i++) u[i] = i;
    for (int i = 0; i < COLS; i++) v[i] = i;
    outer<<<dim3((COLS + 15) / 16, (ROWS + 15) / 16), dim3(16, 16)>>>(u, v, m);
    cudaDeviceSynchronize();
    printf("%d\n", m[ROWS * COLS - 1]);
    return 0;
}
