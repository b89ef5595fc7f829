#include "gonggong.h"

#ifndef KUAI
#define KUAI 16
#endif

// 共享内存分块，每个线程算两行
static __global__ void hexin(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[KUAI][KUAI], b[KUAI][KUAI];
    int tx = threadIdx.x, ty = threadIdx.y;
    int lie = blockIdx.x * KUAI + tx;
    int hang0 = blockIdx.y * KUAI + ty, hang1 = hang0 + KUAI / 2;
    float s0 = 0, s1 = 0;
    for (int k = 0; k < n; k += KUAI) {
        a[ty][tx] = (hang0 < n && k + tx < n) ? A[hang0 * n + k + tx] : 0;
        a[ty + KUAI / 2][tx] = (hang1 < n && k + tx < n) ? A[hang1 * n + k + tx] : 0;
        b[ty][tx] = (k + ty < n && lie < n) ? B[(k + ty) * n + lie] : 0;
        b[ty + KUAI / 2][tx] = (k + ty + KUAI / 2 < n && lie < n) ? B[(k + ty + KUAI / 2) * n + lie] : 0;
        __syncthreads();
        for (int q = 0; q < KUAI; q++) {
            s0 += a[ty][q] * b[q][tx];
            s1 += a[ty + KUAI / 2][q] * b[q][tx];
        }
        __syncthreads();
    }
    if (hang0 < n && lie < n) C[hang0 * n + lie] = s0;
    if (hang1 < n && lie < n) C[hang1 * n + lie] = s1;
}

static void zhixing(const float *A, const float *B, float *C, int n)
{
    dim3 kuai(KUAI, KUAI / 2);
    int g = XIANGSHANG(n, KUAI);
    dim3 wangge(g, g);
    hexin<<<wangge, kuai>>>(A, B, C, n);
}

Fangfa fangfa_fenkuai = {"分块", zhixing};
