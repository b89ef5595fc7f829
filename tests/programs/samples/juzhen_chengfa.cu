// 矩阵乘法：双缓冲共享内存，矩形矩阵，带边界检查
// 编译: nvcc -O3 -o juzhen_chengfa juzhen_chengfa.cu
// 用法: ./juzhen_chengfa [hang] [zhong] [lie]
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define KUAI 16                         // 分块大小
#define JIANCHA(cuowu) jiancha((cuowu), __FILE__, __LINE__)

static inline void jiancha(cudaError_t cuowu, const char *wenjian, int hanghao)
{
    if (cuowu != cudaSuccess) {
        printf("CUDA 错误: %s, 文件 %s, 第 %d 行\n", cudaGetErrorString(cuowu), wenjian, hanghao);
        exit(EXIT_FAILURE);
    }
}

// 双缓冲：计算当前块的同时把下一块读进另一个缓冲区
__global__ void chengfa_shuanghuanchong(const float *__restrict__ A, const float *__restrict__ B,
                                        float *__restrict__ C, int hang, int zhong, int lie)
{
    __shared__ float sA[2][KUAI][KUAI];
    __shared__ float sB[2][KUAI][KUAI];
    int tx = threadIdx.x, ty = threadIdx.y;
    int h = blockIdx.y * KUAI + ty;
    int l = blockIdx.x * KUAI + tx;
    int kuaishu = (zhong + KUAI - 1) / KUAI;

    sA[0][ty][tx] = (h < hang && tx < zhong) ? A[h * zhong + tx] : 0.0f;
    sB[0][ty][tx] = (ty < zhong && l < lie) ? B[ty * lie + l] : 0.0f;
    __syncthreads();

    float he = 0.0f;                    // 累加和
    for (int k = 0; k < kuaishu; k++) {
        int dangqian = k & 1, xia = dangqian ^ 1;
        if (k + 1 < kuaishu) {
            int ka = (k + 1) * KUAI + tx, kb = (k + 1) * KUAI + ty;
            sA[xia][ty][tx] = (h < hang && ka < zhong) ? A[h * zhong + ka] : 0.0f;
            sB[xia][ty][tx] = (kb < zhong && l < lie) ? B[kb * lie + l] : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < KUAI; i++)
            he += sA[dangqian][ty][i] * sB[dangqian][i][tx];
        __syncthreads();
    }
    if (h < hang && l < lie)
        C[h * lie + l] = he;
}

// 每个线程算一行里的四个元素
__global__ void chengfa_sige(const float *A, const float *B, float *C, int hang, int zhong, int lie)
{
    int h = blockIdx.y * blockDim.y + threadIdx.y;
    int l0 = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (h >= hang) return;
    float he[4] = {0, 0, 0, 0};
    for (int k = 0; k < zhong; k++) {
        float a = A[h * zhong + k];
        for (int j = 0; j < 4; j++)
            if (l0 + j < lie) he[j] += a * B[k * lie + l0 + j];
    }
    for (int j = 0; j < 4; j++)
        if (l0 + j < lie) C[h * lie + l0 + j] = he[j];
}

void cpu_chengfa(const float *A, const float *B, float *C, int hang, int zhong, int lie)
{
    for (int i = 0; i < hang; i++)
        for (int j = 0; j < lie; j++) {
            double s = 0;
            for (int k = 0; k < zhong; k++) s += (double)A[i * zhong + k] * B[k * lie + j];
            C[i * lie + j] = (float)s;
        }
}

// 返回最大绝对误差
float wucha(const float *x, const float *y, int geshu)
{
    float zuida = 0;
    for (int i = 0; i < geshu; i++) {
        float c = fabsf(x[i] - y[i]);
        if (c > zuida) zuida = c;
    }
    return zuida;
}

int main(int argc, char **argv)
{
    int hang = 150, zhong = 90, lie = 210;
    if (argc == 4) {
        hang = atoi(argv[1]);
        zhong = atoi(argv[2]);
        lie = atoi(argv[3]);
    } else if (argc != 1) {
        printf("用法: %s [hang zhong lie]\n", argv[0]);
        return 1;
    }

    size_t daxiaoA = (size_t)hang * zhong * sizeof(float);
    size_t daxiaoB = (size_t)zhong * lie * sizeof(float);
    size_t daxiaoC = (size_t)hang * lie * sizeof(float);
    float *A = (float *)malloc(daxiaoA), *B = (float *)malloc(daxiaoB);
    float *C = (float *)malloc(daxiaoC), *cankao = (float *)malloc(daxiaoC);
    for (int i = 0; i < hang * zhong; i++) A[i] = (i % 17) * 0.25f - 2.0f;
    for (int i = 0; i < zhong * lie; i++) B[i] = (i % 23) * 0.125f - 1.0f;
    cpu_chengfa(A, B, cankao, hang, zhong, lie);

    float *sheA, *sheB, *sheC;          // 设备端指针
    JIANCHA(cudaMalloc(&sheA, daxiaoA));
    JIANCHA(cudaMalloc(&sheB, daxiaoB));
    JIANCHA(cudaMalloc(&sheC, daxiaoC));
    JIANCHA(cudaMemcpy(sheA, A, daxiaoA, cudaMemcpyHostToDevice));
    JIANCHA(cudaMemcpy(sheB, B, daxiaoB, cudaMemcpyHostToDevice));

    // 第一种方法
    dim3 xiancheng(KUAI, KUAI);
    dim3 wangge((lie + KUAI - 1) / KUAI, (hang + KUAI - 1) / KUAI);
    chengfa_shuanghuanchong<<<wangge, xiancheng>>>(sheA, sheB, sheC, hang, zhong, lie);
    JIANCHA(cudaGetLastError());
    JIANCHA(cudaMemcpy(C, sheC, daxiaoC, cudaMemcpyDeviceToHost));
    float w1 = wucha(C, cankao, hang * lie);

    // 第二种方法：网格在 x 方向缩小四倍
    JIANCHA(cudaMemset(sheC, 0, daxiaoC));
    wangge.x = (lie + KUAI * 4 - 1) / (KUAI * 4);
    chengfa_sige<<<wangge, xiancheng>>>(sheA, sheB, sheC, hang, zhong, lie);
    JIANCHA(cudaDeviceSynchronize());
    JIANCHA(cudaMemcpy(C, sheC, daxiaoC, cudaMemcpyDeviceToHost));
    float w2 = wucha(C, cankao, hang * lie);

    printf("双缓冲误差 %g, 四元素误差 %g: %s\n", w1, w2, (w1 < 1e-2f && w2 < 1e-2f) ? "正确" : "错误");
    free(A); free(B); free(C); free(cankao);
    cudaFree(sheA); cudaFree(sheB); cudaFree(sheC);
    return (w1 < 1e-2f && w2 < 1e-2f) ? 0 : 1;
}
