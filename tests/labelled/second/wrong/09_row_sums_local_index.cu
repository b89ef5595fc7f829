#include <cstdio>
#include <cuda_runtime.h>

#define HEIGHT 180
#define WIDTH  75

__global__ void rowSums(const int *mat, int *sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < HEIGHT) {
        int s = 0;
        for (int c = 0; c < WIDTH; c++)
            s += mat[row * WIDTH + c];
        sums[threadIdx.x] = s;
    }
}

int main()
{
    static int h[HEIGHT * WIDTH];
    int sums[HEIGHT];
    for (int i = 0; i < HEIGHT * WIDTH; i++) h[i] = i % 11;
    int *d_mat, *d_sums;
    cudaMalloc(&d_mat, sizeof(h));
    cudaMalloc(&d_sums, sizeof(sums));
    cudaMemset(d_sums, 0, sizeof(sums));
    cudaMemcpy(d_mat, h, sizeof(h), cudaMemcpyHostToDevice);
    rowSums<<<(HEIGHT + 63) / 64, 64>>>(d_mat, d_sums);
    cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost);
    for (int i = 0; i < HEIGHT; i += 20) printf("%d ", sums[i]);
    printf("\n");
    cudaFree(d_mat);
    cudaFree(d_sums);
    return 0;
}
