#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

/*
 * Exclusive prefix sum of an array of any length up to SECTION*SECTION.
 *   1. every block scans SECTION elements and leaves its total in sums[]
 *   2. one block scans sums[]
 *   3. every block adds its offset
 */

#define SECTION 512              /* elements per block */
#define HALF (SECTION / 2)       /* threads per block */

/* the tree is walked with the right end of each node: span is its length */
__device__ void climb(int *t)
{
    for (int span = 2; span <= SECTION; span *= 2) {
        int end = (threadIdx.x + 1) * span - 1;
        __syncthreads();
        if (end < SECTION)
            t[end] += t[end - span / 2];
    }
    __syncthreads();
}

__device__ void descend(int *t)
{
    for (int span = SECTION; span >= 2; span /= 2) {
        int end = (threadIdx.x + 1) * span - 1;
        __syncthreads();
        if (end < SECTION) {
            int left = t[end - span / 2];
            t[end - span / 2] = t[end];
            t[end] += left;
        }
    }
    __syncthreads();
}

__global__ void scanBlocks(const int *in, int *out, int *sums, int n)
{
    __shared__ int t[SECTION];
    int base = blockIdx.x * SECTION;
    int a = threadIdx.x, b = threadIdx.x + HALF;
    t[a] = base + a < n ? in[base + a] : 0;
    t[b] = base + b < n ? in[base + b] : 0;
    climb(t);
    if (threadIdx.x == 0) {
        if (sums)
            sums[blockIdx.x] = t[SECTION - 1];
        t[SECTION - 1] = 0;
    }
    descend(t);
    if (base + a < n) out[base + a] = t[a];
    if (base + b < n) out[base + b] = t[b];
}

__global__ void addOffsets(int *out, const int *offsets, int n)
{
    int i = blockIdx.x * SECTION + threadIdx.x;
    int o = offsets[blockIdx.x];
    if (i < n) out[i] += o;
    if (i + HALF < n) out[i + HALF] += o;
}

void exclusiveScan(const int *d_in, int *d_out, int n)
{
    int sections = (n - 1) / SECTION + 1;
    int *d_sums, *d_offs;
    assert(sections <= SECTION);
    cudaMalloc(&d_sums, sections * sizeof(int));
    cudaMalloc(&d_offs, sections * sizeof(int));

    scanBlocks<<<sections, HALF>>>(d_in, d_out, d_sums, n);
    scanBlocks<<<1, HALF>>>(d_sums, d_offs, NULL, sections);
    addOffsets<<<sections, HALF>>>(d_out, d_offs, n);

    cudaFree(d_sums);
    cudaFree(d_offs);
}

int main(void)
{
    const int n = 70001;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)calloc(n, sizeof(int));
    for (int i = 0; i < n; ++i)
        h[i] = rand() % 8;

    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    exclusiveScan(d_in, d_out, n);
    cudaMemcpy(r, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);

    int run = 0;
    for (int i = 0; i < n; ++i) {
        if (r[i] != run) {
            printf("scan wrong at %d: %d, should be %d\n", i, r[i], run);
            return 1;
        }
        run += h[i];
    }
    printf("scan of %d elements ok, total %d\n", n, run);
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    free(r);
    return 0;
}
