#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define RAD   2
#define KSIZE (2 * RAD + 1)
#define OUT_T 12
#define IN_T  (OUT_T + 2 * RAD)

__constant__ float filt[KSIZE * KSIZE];

__global__ void conv2d(const float *in, float *out, int W, int H)
{
    __shared__ float tile[IN_T][IN_T];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int col = blockIdx.x * OUT_T + tx - RAD;
    int row = blockIdx.y * OUT_T + ty - RAD;

    if (row >= 0 && row < H && col >= 0 && col < W)
        tile[ty][tx] = in[row * W + col];
    else
        tile[ty][tx] = 0.0f;
    __syncthreads();

    int ox = tx - RAD, oy = ty - RAD;
    if (ox >= 0 && ox < OUT_T && oy >= 0 && oy < OUT_T && row < H && col < W) {
        float acc = 0.0f;
        for (int i = 0; i < KSIZE; i++)
            for (int j = 0; j < KSIZE; j++)
                acc += filt[i * KSIZE + j] * tile[oy + i][ox + j];
        out[row * W + col] = acc;
    }
}

int main()
{
    const int W = 150, H = 97;
    float k[KSIZE * KSIZE];
    for (int i = 0; i < KSIZE * KSIZE; i++) k[i] = (i % 3) + 1.0f;
    float *in, *out;
    cudaMallocManaged(&in, W * H * sizeof(float));
    cudaMallocManaged(&out, W * H * sizeof(float));
    for (int i = 0; i < W * H; i++) in[i] = (float)(i % 11);
    cudaMemcpyToSymbol(filt, k, sizeof(k));

    dim3 block(IN_T, IN_T);
    dim3 grid((W + OUT_T - 1) / OUT_T, (H + OUT_T - 1) / OUT_T);
    conv2d<<<grid, block>>>(in, out, W, H);
    cudaDeviceSynchronize();

    int bad = 0;
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++) {
            float s = 0;
            for (int i = -RAD; i <= RAD; i++)
                for (int j = -RAD; j <= RAD; j++)
                    if (r + i >= 0 && r + i < H && c + j >= 0 && c + j < W)
                        s += k[(i + RAD) * KSIZE + j + RAD] * in[(r + i) * W + c + j];
            if (s != out[r * W + c]) bad++;
        }
    printf("bad = %d\n", bad);
    cudaFree(in);
    cudaFree(out);
    return bad != 0;
}
