#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups; //~ 4:16 the namespace 'cooperative_groups' is not declared: #include <cooperative_groups.h> is missing

__global__ void warpSum(const int *in, int *out)
{
    cg::thread_block_tile<32> w = cg::tiled_partition<32>(cg::this_thread_block());
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = w.size() / 2; o > 0; o /= 2) v += w.shfl_down(v, o);
    if (w.thread_rank() == 0) atomicAdd(out, v);
}

int main()
{
    int n = 4096, *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    for (int i = 0; i < n; i++) in[i] = 1;
    *out = 0;
    warpSum<<<n / 256, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    return 0;
}
