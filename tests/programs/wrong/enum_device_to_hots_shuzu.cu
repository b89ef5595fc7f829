// 数组平方 —— 第一次作业
#include <stdio.h>
#include <cuda_runtime.h>

const int shuliang = 1000;

__global__ void pingfang(int *shuzu, int geshu)
{
    int xiabiao = threadIdx.x + blockIdx.x * blockDim.x;
    if (xiabiao < geshu)
        shuzu[xiabiao] = shuzu[xiabiao] * shuzu[xiabiao];
}

int main()
{
    int zhuji[shuliang];
    int *shebei = NULL;
    for (int i = 0; i < shuliang; ++i)
        zhuji[i] = i;      // 初始化
    cudaMalloc((void **)&shebei, sizeof(zhuji));
    cudaMemcpy(shebei, zhuji, sizeof(zhuji), cudaMemcpyHostToDevice);
    dim3 kuai(200);
    dim3 wangge((shuliang + kuai.x - 1) / kuai.x);
    pingfang<<<wangge, kuai>>>(shebei, shuliang);
    cudaMemcpy(zhuji, shebei, sizeof(zhuji), cudaMemcpyDeviceToHots); //~ 25:46 no such enumerator; did you mean 'cudaMemcpyDeviceToHost'?
    printf("%d\n", zhuji[shuliang - 1]);
    cudaFree(shebei);
    return 0;
}
