#ifndef GONGGONG_H
#define GONGGONG_H
// 公共定义
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef WEIDU
#define WEIDU 128              // 矩阵维度，可用 -DWEIDU=... 修改
#endif
#define XIANGSHANG(a, b) (((a) + (b) - 1) / (b))

#define CHA(x) do { cudaError_t c_ = (x); if (c_) { printf("错误 %s: %s\n", #x, cudaGetErrorString(c_)); exit(1); } } while (0)

typedef struct {
    const char *mingzi;        // 名字
    void (*zhixing)(const float *A, const float *B, float *C, int n);
} Fangfa;

extern Fangfa fangfa_jiandan;  // 简单版本
extern Fangfa fangfa_fenkuai;  // 分块版本
extern int yunxing_cishu;      // 运行次数

#endif
