#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define TS 128

__global__ void tileDot(const float *table, const float *weights, float *out, int tiles)
{
    __shared__ float buf[2][TS];
    int t = threadIdx.x;
    int cur = 0;
    float acc = 0.0f;

    buf[cur][t] = table[t];
    __syncthreads();

    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles)
            buf[cur ^ 1][t] = table[(k + 1) * TS + t];
        cur ^= 1;
        float w = weights[blockIdx.x * tiles + k];
        for (int j = 0; j < TS; j++)
            acc += w * buf[cur][(j + t) % TS];
        __syncthreads();
    }
    out[blockIdx.x * TS + t] = acc;
}

int main()
{
    const int tiles = 6, blocks = 4;
    std::vector<float> table(tiles * TS), weights(blocks * tiles), res(blocks * TS);
    for (int i = 0; i < tiles * TS; i++) table[i] = (float)(i % 13);
    for (int i = 0; i < blocks * tiles; i++) weights[i] = (float)(i % 5);
    float *dt, *dw, *dr;
    cudaMalloc(&dt, table.size() * sizeof(float));
    cudaMalloc(&dw, weights.size() * sizeof(float));
    cudaMalloc(&dr, res.size() * sizeof(float));
    cudaMemcpy(dt, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, weights.data(), weights.size() * sizeof(float), cudaMemcpyHostToDevice);
    tileDot<<<blocks, TS>>>(dt, dw, dr, tiles);
    cudaMemcpy(res.data(), dr, res.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", res[0]);
    cudaFree(dt); cudaFree(dw); cudaFree(dr);
    return 0;
}
