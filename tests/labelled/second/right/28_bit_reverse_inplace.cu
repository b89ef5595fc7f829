#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define LOGN 11
#define N (1 << LOGN)

__global__ void bitReverse(float2 *z)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned j = __brev(i) >> (32 - LOGN);
    if (i < j) {
        float2 t = z[i];
        z[i] = z[j];
        z[j] = t;
    }
}

int main(void)
{
    static float2 h[N];
    float2 *d;
    int bad = 0;
    for (int i = 0; i < N; i++) { h[i].x = (float)i; h[i].y = -(float)i; }
    cudaMalloc((void **)&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    bitReverse<<<N / 256, 256>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) {
        int r = 0;
        for (int b = 0; b < LOGN; b++)
            if (i >> b & 1) r |= 1 << (LOGN - 1 - b);
        if ((int)h[i].x != r) bad++;
    }
    printf("bad = %d\n", bad);
    cudaFree(d);
    return bad != 0;
}
