#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

using namespace cooperative_groups;

// maximum of segments; a tile of TILE threads does one segment

template <int TILE>
__device__ int tileMax(thread_block_tile<TILE> g, int v)
{
    for (int d = g.size() / 2; d > 0; d /= 2) {
        int o = g.shfl_down(v, d);
        v = v > o ? v : o;
    }
    return v; // lane 0 has the result
}

template <int TILE>
__global__ void segmentMax(const int *data, int *result, int segments, int len)
{
    auto block = this_thread_block();
    auto tile = tiled_partition<TILE>(block);
    int seg = (blockIdx.x * blockDim.x + threadIdx.x) / TILE;
    int v = INT_MIN;
    if (seg < segments)
        for (int i = tile.thread_rank(); i < len; i += TILE) {
            int d = data[seg * len + i];
            v = d > v ? d : v;
        }
    v = tileMax<TILE>(tile, v);
    if (seg < segments && tile.thread_rank() == 0)
        result[seg] = v;
}

struct Job {
    int segments;
    int length;
};

static int verify(const int *data, const int *res, const Job &j)
{
    int bad = 0;
    for (int s = 0; s < j.segments; ++s) {
        int m = INT_MIN;
        for (int i = 0; i < j.length; ++i)
            if (data[s * j.length + i] > m)
                m = data[s * j.length + i];
        bad += m != res[s];
    }
    return bad;
}

int main()
{
    const Job job = {210, 75};
    const int total = job.segments * job.length;
    const int threads = 128;
    int *data, *result;
    cudaMallocManaged(&data, total * sizeof(int));
    cudaMallocManaged(&result, job.segments * sizeof(int));
    for (int i = 0; i < total; ++i)
        data[i] = rand() % 100000 - 50000;

    int perBlock = threads / 8;
    segmentMax<8><<<(job.segments + perBlock - 1) / perBlock, threads>>>(data, result, job.segments, job.length);
    cudaDeviceSynchronize();
    int bad8 = verify(data, result, job);

    perBlock = threads / 32;
    segmentMax<32><<<(job.segments + perBlock - 1) / perBlock, threads>>>(data, result, job.segments, job.length);
    cudaDeviceSynchronize();
    int bad32 = verify(data, result, job);

    printf("tile 8: %d wrong, tile 32: %d wrong\n", bad8, bad32);
    cudaFree(data);
    cudaFree(result);
    return bad8 + bad32;
}
