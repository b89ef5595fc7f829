#include <cstdio>
#include <utility>
#include <vector>
#include <cuda_runtime.h>

#define IDX(r, c) ((r) * COLS + (c))
const int ROWS = 90;
const int COLS = 130;

__global__ void heat_step(const float *__restrict__ cur, float *__restrict__ nxt, float k)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int r = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (r >= ROWS - 1 || c >= COLS - 1) return;
    float lap = cur[IDX(r - 1, c)] + cur[IDX(r + 1, c)] +
                cur[IDX(r, c - 1)] + cur[IDX(r, c + 1)] - 4.0f * cur[IDX(r, c)];
    nxt[IDX(r, c)] = cur[IDX(r, c)] + k * lap;
}

int main()
{
    std::vector<float> h(ROWS * COLS, 0.0f);
    for (int c = 0; c < COLS; ++c) h[IDX(0, c)] = 100.0f;

    float *a, *b;
    size_t bytes = h.size() * sizeof(float);
    cudaMalloc((void **)&a, bytes);
    cudaMalloc((void **)&b, bytes);
    cudaMemcpy(a, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), bytes, cudaMemcpyHostToDevice);

    dim3 block(32, 4);
    dim3 grid((COLS - 2 + block.x - 1) / block.x, (ROWS - 2 + block.y - 1) / block.y);
    for (int step = 0; step < 20; ++step) {
        heat_step<<<grid, block>>>(a, b, 0.2f);
        std::swap(a, b);
    }
    cudaMemcpy(h.data(), a, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", h[IDX(3, 65)]);
    cudaFree(a);
    cudaFree(b);
    return h[IDX(3, 65)] > 0.0f ? 0 : 1;
}
