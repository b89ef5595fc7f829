#include "gonggong.h"

// 每个线程算一个元素
static __global__ void hexin(const float *A, const float *B, float *C, int n)
{
    int lie = blockIdx.x * blockDim.x + threadIdx.x;
    int hang = blockIdx.y * blockDim.y + threadIdx.y;
    if (lie < n && hang < n) {
        float s = 0;
        for (int k = 0; k < n; k++) s += A[hang * n + k] * B[k * n + lie];
        C[hang * n + lie] = s;
    }
}

static void zhixing(const float *A, const float *B, float *C, int n)
{
    dim3 kuai(32, 8);
    dim3 wangge(XIANGSHANG(n, 32), XIANGSHANG(n, 8));
    hexin<<<wangge, kuai>>>(A, B, C, n);
}

Fangfa fangfa_jiandan = {"简单", zhixing};
