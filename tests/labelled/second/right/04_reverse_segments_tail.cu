#include <cstdio>
#include <cstdlib>

#define SEG 256

__global__ void reverseSegments(const short *src, short *dst, int n)
{
    __shared__ short s[SEG];
    int base = blockIdx.x * SEG;
    int cnt  = n - base < SEG ? n - base : SEG;
    int tid  = threadIdx.x;

    if (tid < cnt)
        s[tid] = src[base + tid];
    __syncthreads();
    if (tid >= cnt)
        return;
    dst[base + tid] = s[cnt - 1 - tid];
}

int main(void)
{
    const int n = 1000;
    size_t bytes = n * sizeof(short);
    short *h = (short *)malloc(bytes), *r = (short *)malloc(bytes);
    for (int i = 0; i < n; i++) h[i] = (short)i;

    short *d_src, *d_dst;
    cudaMalloc((void **)&d_src, bytes);
    cudaMalloc((void **)&d_dst, bytes);
    cudaMemcpy(d_src, h, bytes, cudaMemcpyHostToDevice);

    int blocks = (n + SEG - 1) / SEG;
    reverseSegments<<<blocks, SEG>>>(d_src, d_dst, n);

    cudaMemcpy(r, d_dst, bytes, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int b = 0; b < blocks; b++) {
        int lo = b * SEG, hi = lo + SEG < n ? lo + SEG : n;
        for (int i = lo; i < hi; i++)
            if (r[i] != h[lo + hi - 1 - i]) bad++;
    }
    printf("%d mismatches\n", bad);
    cudaFree(d_src); cudaFree(d_dst);
    free(h); free(r);
    return bad != 0;
}
