#include <cstdio>
#include <cuda_runtime.h>

// 第二次实验: 矩阵转置
#define BIANCHANG 256

__global__ void zhuanzhi(const float *yuan, float *mubiao)
{
    int lie = blockIdx.x * 16 + threadIdx.x;
    int hang = blockIdx.y * 16 + threadIdx.y;
    mubiao[lie * BIANCHANG + hang] = yuan[hang * BIANCHANG + lie];
}

int main()
{
    size_t zijie = BIANCHANG * BIANCHANG * sizeof(float);
    float *yuan, *mubiao;
    cudaMallocManaged(&yuan, zijie);
    cudaMallocManaged(&mubiao, zijie);
    for (int i = 0; i < BIANCHANG * BIANCHANG; i++) yuan[i] = i;
    dim3 xiancheng(16, 16);
    dim3 kuai(BIANCHANG / 16, BIANCHANG / 16);
    zhuanzhi(yuan, mubiao); //~ 23:5 'zhuanzhi' is a kernel (__global__): it has to be launched with <<<grid, block>>>
    cudaDeviceSynchronize();
    std::printf("%g\n", mubiao[1]);
    cudaFree(yuan);
    cudaFree(mubiao);
    return 0;
}
