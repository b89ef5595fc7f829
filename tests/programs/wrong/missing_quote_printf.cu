#include <stdio.h>
#include <cuda_runtime.h>

/* yığın toplamı */
__global__ void topla(const int *v, int *sonuc, int n)
{
    __shared__ int t;
    if (threadIdx.x == 0) t = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&t, v[i]);
    __syncthreads();
    if (threadIdx.x == 0) *sonuc = t;
}

int main(void)
{
    int n = 450, *v, *sonuc;
    cudaMallocManaged(&v, n * sizeof(int));
    cudaMallocManaged(&sonuc, sizeof(int));
    for (int i = 0; i < n; i++) v[i] = 1;
    topla<<<1, 160>>>(v, sonuc, n);
    cudaDeviceSynchronize();
    printf("toplam: %d\n, *sonuc);
    cudaFree(v);
    cudaFree(sonuc);
    return 0;
}
//~ 23:12 the string that begins here has no closing "
