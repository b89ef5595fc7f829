// A 4096 x 4096 heat stencil done in place: a global memory race in each of 16 million cells, all between line 14 (reads) and line 15 (write).
#include <stdio.h>
#include <cuda_runtime.h>
#define W 4096
#define H 4096
#define IDX(r, c) ((r) * W + (c))

__global__ void heat(float *t, int steps)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    for (int s = 0; s < steps; s++)
        if (r > 0 && r < H - 1 && c > 0 && c < W - 1) {
            float v = 0.25f * (t[IDX(r - 1, c)] + t[IDX(r + 1, c)] + t[IDX(r, c - 1)] + t[IDX(r, c + 1)]);
            t[IDX(r, c)] = v;
        }
}

int main()
{
    float *t;
    cudaMalloc(&t, W * H * sizeof(float));
    cudaMemset(t, 0, W * H * sizeof(float));
    dim3 b(32, 8);
    dim3 g(W / b.x, H / b.y);
    heat<<<g, b>>>(t, 1000);
    cudaDeviceSynchronize();
    return 0;
}
