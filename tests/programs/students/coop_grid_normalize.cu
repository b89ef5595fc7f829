// One cooperative launch: sum of the array, grid-wide barrier, division by
// the sum.  The number of blocks depends on what the device can hold.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

#define CHECK_CUDA(cmd)                                                  \
    if (cudaError_t rc = (cmd)) {                                        \
        fprintf(stderr, "%s [%d]: %s\n", __FILE__, __LINE__, cudaGetErrorString(rc)); \
        exit(EXIT_FAILURE);                                              \
    }

__global__ void normalize(float *data, int n, float *total)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ float warpSums[8];

    float mine = 0.0f;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        mine += data[i];

    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    for (int off = warp.size() / 2; off > 0; off /= 2)
        mine += warp.shfl_down(mine, off);
    if (warp.thread_rank() == 0)
        warpSums[block.thread_rank() / 32] = mine;
    block.sync();
    if (block.thread_rank() == 0) {
        float s = 0.0f;
        for (int w = 0; w < 8; ++w)
            s += warpSums[w];
        atomicAdd(total, s);
    }

    grid.sync();

    float t = *(volatile float *)total;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        data[i] /= t;
}

int main()
{
    const int n = 50000;
    const int threads = 256;

    int device = 0, coop = 0, sms = 0, perSm = 0;
    CHECK_CUDA(cudaGetDevice(&device));
    CHECK_CUDA(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, device));
    if (!coop) {
        printf("cooperative launch not supported, waived\n");
        return 0;
    }
    CHECK_CUDA(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, normalize, threads, 0));

    float *h = (float *)malloc(n * sizeof(float));
    float *r = (float *)malloc(n * sizeof(float));
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        h[i] = 1.0f + (i % 10);
        sum += h[i];
    }
    float *dData, *dTotal;
    CHECK_CUDA(cudaMalloc(&dData, n * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&dTotal, sizeof(float)));
    CHECK_CUDA(cudaMemcpy(dData, h, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemset(dTotal, 0, sizeof(float)));

    int blocks = sms * perSm;
    int count = n;
    void *args[] = {&dData, &count, &dTotal};
    CHECK_CUDA(cudaLaunchCooperativeKernel((void *)normalize, blocks, threads, args, 0, 0));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_CUDA(cudaMemcpy(r, dData, n * sizeof(float), cudaMemcpyDeviceToHost));

    int bad = 0;
    for (int i = 0; i < n; ++i)
        if (fabs(r[i] * sum - h[i]) > 1e-3 * h[i])
            ++bad;
    printf("%d blocks of %d threads, %d wrong\n", blocks, threads, bad);

    CHECK_CUDA(cudaFree(dData));
    CHECK_CUDA(cudaFree(dTotal));
    free(h);
    free(r);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
