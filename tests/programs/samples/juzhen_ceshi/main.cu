// 矩阵乘法测试程序：比较几种实现的时间和结果
#include "gonggong.h"
#include <math.h>

int yunxing_cishu = 2;

static Fangfa *suoyou[] = {&fangfa_jiandan, &fangfa_fenkuai};

static int ceshi(const Fangfa *f, const float *dA, const float *dB, float *dC, float *hC, const float *cankao, int n)
{
    size_t zijie = (size_t)n * n * sizeof(float);
    cudaEvent_t kaishi, jieshu;
    cudaEventCreate(&kaishi);
    cudaEventCreate(&jieshu);
    CHA(cudaMemset(dC, 0, zijie));
    f->zhixing(dA, dB, dC, n);          // 预热
    cudaEventRecord(kaishi);
    for (int i = 0; i < yunxing_cishu; i++) f->zhixing(dA, dB, dC, n);
    cudaEventRecord(jieshu);
    cudaEventSynchronize(jieshu);
    CHA(cudaGetLastError());
    float haomiao = 0;
    cudaEventElapsedTime(&haomiao, kaishi, jieshu);
    CHA(cudaMemcpy(hC, dC, zijie, cudaMemcpyDeviceToHost));
    double zuida = 0;
    for (int i = 0; i < n * n; i++) zuida = fmax(zuida, fabs(hC[i] - cankao[i]));
    printf("%s: %.3f 毫秒, 最大误差 %.2e\n", f->mingzi, haomiao / yunxing_cishu, zuida);
    cudaEventDestroy(kaishi);
    cudaEventDestroy(jieshu);
    return zuida < 1e-2;
}

int main(int argc, char **argv)
{
    int n = WEIDU;
    if (argc > 1) n = atoi(argv[1]);
    if (argc > 2) yunxing_cishu = atoi(argv[2]);
    size_t zijie = (size_t)n * n * sizeof(float);
    float *hA = (float *)malloc(zijie), *hB = (float *)malloc(zijie), *hC = (float *)malloc(zijie), *cankao = (float *)malloc(zijie);
    for (int i = 0; i < n * n; i++) {
        hA[i] = (float)((i * 3) % 19) / 19.0f;
        hB[i] = (float)((i * 5) % 23) / 23.0f;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += (double)hA[i * n + k] * hB[k * n + j];
            cankao[i * n + j] = (float)s;
        }

    float *dA, *dB, *dC;
    CHA(cudaMalloc((void **)&dA, zijie));
    CHA(cudaMalloc((void **)&dB, zijie));
    CHA(cudaMalloc((void **)&dC, zijie));
    CHA(cudaMemcpy(dA, hA, zijie, cudaMemcpyHostToDevice));
    CHA(cudaMemcpy(dB, hB, zijie, cudaMemcpyHostToDevice));
    int tongguo = 1;
    for (Fangfa *f : suoyou) tongguo &= ceshi(f, dA, dB, dC, hC, cankao, n);
    printf("%s\n", tongguo ? "全部通过" : "有错误");
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    free(hA); free(hB); free(hC); free(cankao);
    return tongguo ? 0 : 1;
}
