#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

#define KENAR 24

// küp biçiminde bir alan üzerinde ortalama
__global__ void ortalama(const float *alan, float *yeni)
{
    int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    int k = (z * KENAR + y) * KENAR + x;
    if (x > 0 && x < KENAR - 1) yeni[k] = (alan[k - 1] + alan[k] + alan[k + 1]) / 3;
}

int main(void)
{
    static float alan[KENAR][KENAR][KENAR];
    float *d_alan, *d_yeni;
    memset(alan, 0, sizeof(alan));
    cudaMalloc(&d_alan, sizeof(alan));
    cudaMalloc(&d_yeni, sizeof(yeni)); //~ 21:32 'yeni' is not known in main (it is a parameter of the kernel): sizeof(alan)?
    cudaMemcpy(d_alan, alan, sizeof(alan), cudaMemcpyHostToDevice);
    ortalama<<<KENAR, dim3(KENAR, KENAR)>>>(d_alan, d_yeni);
    cudaMemcpy(alan, d_yeni, sizeof(alan), cudaMemcpyDeviceToHost);
    printf("%f\n", alan[1][1][1]);
    return 0;
}
