#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rowNorms(const float* m, float* norms, int rows, int cols)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);

    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (row >= rows) return;

    float s = 0.0f;
    for (int c = tile.thread_rank(); c < cols; c += tile.size()) {
        float v = m[row * cols + c];
        s += v * v;
    }
    for (int d = tile.size() / 2; d > 0; d /= 2)
        s += tile.shfl_down(s, d);
    if (tile.thread_rank() == 0)
        norms[row] = sqrtf(s);
}

int main()
{
    const int rows = 205, cols = 27;
    float *m, *norms;
    cudaMallocManaged(&m, rows * cols * sizeof(float));
    cudaMallocManaged(&norms, rows * sizeof(float));
    for (int i = 0; i < rows * cols; ++i) m[i] = 1.0f + (i / cols) % 4;

    const int block = 96;
    const int grid = (rows * 8 + block - 1) / block;
    rowNorms<<<grid, block>>>(m, norms, rows, cols);
    cudaDeviceSynchronize();

    int bad = 0;
    for (int r = 0; r < rows; ++r)
        if (std::fabs(norms[r] - (1.0f + r % 4) * std::sqrt(27.0f)) > 1e-3f) ++bad;
    printf("bad %d\n", bad);
    cudaFree(m);
    cudaFree(norms);
    return bad;
}
