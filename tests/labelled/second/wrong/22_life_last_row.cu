#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define W 128
#define H 128
#define CELL(x, y) ((y) * W + (x))

__global__ void lifeStep(const char *now, char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    /* the frame of the board stays dead */
    if (x < 1 || x > W - 2 || y < 1 || y > H - 1)
        return;

    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                alive += now[CELL(x + dx, y + dy)];

    next[CELL(x, y)] = (alive == 3 || (alive == 2 && now[CELL(x, y)])) ? 1 : 0;
}

int main()
{
    char *board = (char *)calloc(W * H, 1);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            board[CELL(x, y)] = (x * 7 + y * 5) % 3 == 0;

    char *a, *b, *t;
    cudaMalloc((void **)&a, W * H);
    cudaMalloc((void **)&b, W * H);
    cudaMemcpy(a, board, W * H, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, W * H);

    dim3 block(32, 8);
    dim3 grid(W / 32, H / 8);
    for (int gen = 0; gen < 10; gen++) {
        lifeStep<<<grid, block>>>(a, b);
        t = a; a = b; b = t;
    }
    cudaMemcpy(board, a, W * H, cudaMemcpyDeviceToHost);
    int n = 0;
    for (int i = 0; i < W * H; i++) n += board[i];
    printf("%d alive\n", n);
    cudaFree(a);
    cudaFree(b);
    free(board);
    return 0;
}
