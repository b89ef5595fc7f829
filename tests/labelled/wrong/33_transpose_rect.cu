#include <stdio.h>
#include <cuda_runtime.h>

#define TD 32
#define W  96     // columns of the input
#define H  160    // rows of the input

__global__ void transposeTile(const float *in, float *out)
{
    __shared__ float tile[TD][TD + 1];
    int x = blockIdx.x * TD + threadIdx.x;
    int y = blockIdx.y * TD + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * W + x];
    __syncthreads();
    x = blockIdx.y * TD + threadIdx.x;
    y = blockIdx.x * TD + threadIdx.y;
    out[y * W + x] = tile[threadIdx.x][threadIdx.y];
}

int main()
{
    static float a[W * H], b[W * H];
    for (int i = 0; i < W * H; i++) a[i] = (float)i;
    float *in, *out;
    cudaMalloc(&in, sizeof a);
    cudaMalloc(&out, sizeof b);
    cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof b);
    dim3 block(TD, TD);
    dim3 grid(W / TD, H / TD);
    transposeTile<<<grid, block>>>(in, out);
    cudaMemcpy(b, out, sizeof b, cudaMemcpyDeviceToHost);
    int err = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            err += b[x * H + y] != a[y * W + x];
    printf("%d differences\n", err);
    return 0;
}
