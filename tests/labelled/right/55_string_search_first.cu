#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>

#define GPU_CHECK(call)                                                     \
    {                                                                       \
        cudaError_t rc = call;                                              \
        if (rc != cudaSuccess) {                                            \
            printf("%s failed: %s\n", #call, cudaGetErrorString(rc));       \
            return 1;                                                       \
        }                                                                   \
    }

__constant__ char cPattern[16];

__global__ void findFirst(const char *text, unsigned len, unsigned m, unsigned *where)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i + m <= len; i += blockDim.x * gridDim.x) {
        unsigned j = 0;
        while (j < m && text[i + j] == cPattern[j]) ++j;
        if (j == m) atomicMin(where, i);
    }
}

int main()
{
    char text[2048];
    for (int i = 0; i < 2048; ++i) text[i] = "abcab"[i % 5];
    const char pat[] = "xyzzy";
    memcpy(text + 2043, pat, 5);           // at the very end
    char *d; unsigned *w, res = ~0u;
    GPU_CHECK(cudaMalloc(&d, sizeof text));
    GPU_CHECK(cudaMalloc(&w, sizeof(unsigned)));
    GPU_CHECK(cudaMemcpy(d, text, sizeof text, cudaMemcpyHostToDevice));
    GPU_CHECK(cudaMemcpy(w, &res, sizeof res, cudaMemcpyHostToDevice));
    GPU_CHECK(cudaMemcpyToSymbol(cPattern, pat, 5));
    findFirst<<<3, 128>>>(d, 2048, 5, w);
    GPU_CHECK(cudaGetLastError());
    GPU_CHECK(cudaMemcpy(&res, w, sizeof res, cudaMemcpyDeviceToHost));
    if (res == ~0u) printf("not found\n"); else printf("found at %u\n", res);
    return 0;
}
