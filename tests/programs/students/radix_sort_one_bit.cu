// LSD radix sort, one bit per pass: flags, scan of flags (recursive, several
// launches), scatter.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BLOCK 256
#define DIV_UP(n, d) (((n) + (d) - 1) / (d))

__global__ void flags_kernel(const uint32_t *keys, uint32_t *flags, int n, int bit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        flags[i] = ((keys[i] >> bit) & 1u) ^ 1u;   // 1 for a zero bit
}

// exclusive scan inside a block, the block's total goes to totals
__global__ void scan_block_kernel(const uint32_t *in, uint32_t *out, uint32_t *totals, int n)
{
    __shared__ uint32_t buf[2][BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;
    uint32_t mine = i < n ? in[i] : 0;
    int cur = 0;
    buf[cur][t] = mine;
    __syncthreads();
    for (int d = 1; d < BLOCK; d <<= 1) {
        uint32_t v = buf[cur][t];
        if (t >= d)
            v += buf[cur][t - d];
        cur ^= 1;
        buf[cur][t] = v;
        __syncthreads();
    }
    if (i < n)
        out[i] = buf[cur][t] - mine;
    if (t == BLOCK - 1)
        totals[blockIdx.x] = buf[cur][t];
}

__global__ void add_kernel(uint32_t *data, const uint32_t *offsets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += offsets[blockIdx.x];
}

__global__ void scatter_kernel(const uint32_t *in, uint32_t *out, const uint32_t *flags,
                               const uint32_t *pos, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t zeros = pos[n - 1] + flags[n - 1];
    uint32_t to = flags[i] ? pos[i] : zeros + i - pos[i];
    out[to] = in[i];
}

// tmp has room for all levels of block totals
static void scan(const uint32_t *in, uint32_t *out, uint32_t *tmp, int n)
{
    int blocks = DIV_UP(n, BLOCK);
    scan_block_kernel<<<blocks, BLOCK>>>(in, out, tmp, n);
    if (blocks > 1) {
        scan(tmp, tmp, tmp + blocks, blocks);
        add_kernel<<<blocks, BLOCK>>>(out, tmp, n);
    }
}

static int tmp_size(int n)
{
    int total = 0;
    do {
        n = DIV_UP(n, BLOCK);
        total += n;
    } while (n > 1);
    return total;
}

static int cmp(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 20000;
    const int bits = argc > 2 ? atoi(argv[2]) : 16;
    const size_t bytes = n * sizeof(uint32_t);

    uint32_t *h = (uint32_t *)malloc(bytes), *r = (uint32_t *)malloc(bytes);
    for (int i = 0; i < n; ++i)
        h[i] = (uint32_t)rand() & ((1u << bits) - 1u);

    uint32_t *keys, *other, *flags, *pos, *tmp;
    cudaMalloc(&keys, bytes);
    cudaMalloc(&other, bytes);
    cudaMalloc(&flags, bytes);
    cudaMalloc(&pos, bytes);
    cudaMalloc(&tmp, tmp_size(n) * sizeof(uint32_t));
    cudaMemcpy(keys, h, bytes, cudaMemcpyHostToDevice);

    for (int bit = 0; bit < bits; ++bit) {
        const int blocks = DIV_UP(n, BLOCK);
        flags_kernel<<<blocks, BLOCK>>>(keys, flags, n, bit);
        scan(flags, pos, tmp, n);
        scatter_kernel<<<blocks, BLOCK>>>(keys, other, flags, pos, n);
        uint32_t *t = keys;
        keys = other;
        other = t;
    }
    if (cudaDeviceSynchronize() != cudaSuccess)
        puts("kernel failure");
    cudaMemcpy(r, keys, bytes, cudaMemcpyDeviceToHost);

    qsort(h, n, sizeof(uint32_t), cmp);
    int bad = 0;
    for (int i = 0; i < n; ++i)
        bad += h[i] != r[i];
    printf("%d keys, %d bits, %d misplaced\n", n, bits, bad);

    cudaFree(keys);
    cudaFree(other);
    cudaFree(flags);
    cudaFree(pos);
    cudaFree(tmp);
    free(h);
    free(r);
    return bad ? 1 : 0;
}
