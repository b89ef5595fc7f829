#include <stdio.h>
#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void transposePad(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];

    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 300, height = 200;
    const size_t bytes = width * height * sizeof(float);
    float *a, *b;
    cudaMallocManaged(&a, bytes);
    cudaMallocManaged(&b, bytes);
    for (int i = 0; i < width * height; i++)
        a[i] = (float)i;

    dim3 block(TILE, ROWS);
    dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    transposePad<<<grid, block>>>(b, a, width, height);
    cudaDeviceSynchronize();

    int wrong = 0;
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++)
            if (b[c * height + r] != a[r * width + c]) wrong++;
    printf("wrong: %d\n", wrong);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
