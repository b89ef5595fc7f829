#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

__global__ void invert(unsigned char *bytes, int nbytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uchar4 *px = (uchar4 *)bytes;
    if (i < nbytes) {
        uchar4 p = px[i];
        p.x = 255 - p.x;
        p.y = 255 - p.y;
        p.z = 255 - p.z;
        px[i] = p;
    }
}

int main(void)
{
    const int nbytes = 4096;
    unsigned char h[4096], *d;
    memset(h, 10, nbytes);
    cudaMalloc((void **)&d, nbytes);
    cudaMemcpy(d, h, nbytes, cudaMemcpyHostToDevice);
    invert<<<(nbytes + 255) / 256, 256>>>(d, nbytes);
    cudaMemcpy(h, d, nbytes, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[3]);
    cudaFree(d);
    return 0;
}
