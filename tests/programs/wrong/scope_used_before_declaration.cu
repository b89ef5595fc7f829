#include <stdio.h>
#include <cuda_runtime.h>

// yeh program do matrix jodta hai
__global__ void jodo(const int *pehla, const int *doosra, int *jawab, int panktiyan, int stambh)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < panktiyan && c < stambh)
        jawab[r * stambh + c] = pehla[r * stambh + c] + doosra[r * stambh + c];
}

int main(void)
{
    int *pehla, *doosra, *jawab;
    size_t aakar = panktiyan * stambh * sizeof(int); //~ 16:20 'panktiyan' is used before its declaration (line 20), 'stambh' too
    cudaMallocManaged(&pehla, aakar);
    cudaMallocManaged(&doosra, aakar);
    cudaMallocManaged(&jawab, aakar);
    int panktiyan = 45, stambh = 60;
    for (int i = 0; i < panktiyan * stambh; i++) { pehla[i] = i; doosra[i] = 2 * i; }
    dim3 dhage(16, 8);
    dim3 khand((stambh + 15) / 16, (panktiyan + 7) / 8);
    jodo<<<khand, dhage>>>(pehla, doosra, jawab, panktiyan, stambh);
    cudaDeviceSynchronize();
    printf("%d\n", jawab[100]);
    return 0;
}
