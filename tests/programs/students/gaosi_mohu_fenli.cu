// 可分离高斯模糊:先横向,再纵向
// 作业三,高性能计算课程
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

const int BANJING = 3;                  // 半径
const int HE_DAXIAO = 2 * BANJING + 1;  // 卷积核大小
#define KUAI 16

__constant__ float gaosiHe[HE_DAXIAO];

// 错误检查宏
#define JIANCHA(yuju)                                                    \
    do {                                                                 \
        cudaError_t cuowu = (yuju);                                      \
        if (cuowu != cudaSuccess) {                                      \
            printf("第%d行出错: %s\n", __LINE__, cudaGetErrorString(cuowu)); \
            exit(-1);                                                    \
        }                                                                \
    } while (0)

// 横向模糊,使用共享内存
__global__ void hengxiang(const float *shuru, float *shuchu, int kuan, int gao)
{
    __shared__ float hang[KUAI][KUAI + 2 * BANJING];
    int x = blockIdx.x * KUAI + threadIdx.x;
    int y = blockIdx.y * KUAI + threadIdx.y;

    if (y < gao) {
        for (int i = threadIdx.x; i < KUAI + 2 * BANJING; i += KUAI) {
            int xx = (int)(blockIdx.x * KUAI) + i - BANJING;
            xx = xx < 0 ? 0 : (xx >= kuan ? kuan - 1 : xx);   // 边界取最近的像素
            hang[threadIdx.y][i] = shuru[y * kuan + xx];
        }
    }
    __syncthreads();

    if (x < kuan && y < gao) {
        float he = 0.0f;
        for (int k = 0; k < HE_DAXIAO; k++)
            he += gaosiHe[k] * hang[threadIdx.y][threadIdx.x + k];
        shuchu[y * kuan + x] = he;
    }
}

// 纵向模糊,直接读全局内存
__global__ void zongxiang(const float *shuru, float *shuchu, int kuan, int gao)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= kuan || y >= gao) return;
    float he = 0.0f;
    for (int k = -BANJING; k <= BANJING; k++) {
        int yy = y + k;
        yy = yy < 0 ? 0 : (yy >= gao ? gao - 1 : yy);
        he += gaosiHe[k + BANJING] * shuru[yy * kuan + x];
    }
    shuchu[y * kuan + x] = he;
}

static int qianzhi(int v, int shang) { return v < 0 ? 0 : (v > shang ? shang : v); }

// CPU参考实现
static void cpuMohu(const float *in, float *tmp, float *out, const float *he, int kuan, int gao)
{
    for (int y = 0; y < gao; y++)
        for (int x = 0; x < kuan; x++) {
            float s = 0;
            for (int k = 0; k < HE_DAXIAO; k++)
                s += he[k] * in[y * kuan + qianzhi(x + k - BANJING, kuan - 1)];
            tmp[y * kuan + x] = s;
        }
    for (int y = 0; y < gao; y++)
        for (int x = 0; x < kuan; x++) {
            float s = 0;
            for (int k = 0; k < HE_DAXIAO; k++)
                s += he[k] * tmp[qianzhi(y + k - BANJING, gao - 1) * kuan + x];
            out[y * kuan + x] = s;
        }
}

int main(int argc, char **argv)
{
    int kuan = 250, gao = 190;
    if (argc == 3) {
        kuan = atoi(argv[1]);
        gao = atoi(argv[2]);
    }
    int xiangsu = kuan * gao;
    size_t zijie = xiangsu * sizeof(float);

    float *tu = (float *)malloc(zijie), *jieguo = (float *)malloc(zijie);
    float *linshi = (float *)malloc(zijie), *cankao = (float *)malloc(zijie);
    for (int i = 0; i < xiangsu; i++) tu[i] = (float)(rand() & 255);

    float he[HE_DAXIAO], zonghe = 0;
    for (int k = 0; k < HE_DAXIAO; k++) {
        he[k] = expf(-(float)((k - BANJING) * (k - BANJING)) / 4.5f);
        zonghe += he[k];
    }
    for (int k = 0; k < HE_DAXIAO; k++) he[k] /= zonghe;
    JIANCHA(cudaMemcpyToSymbol(gaosiHe, he, HE_DAXIAO * sizeof(float)));

    float *d_tu, *d_linshi, *d_jieguo;
    JIANCHA(cudaMalloc(&d_tu, zijie));
    JIANCHA(cudaMalloc(&d_linshi, zijie));
    JIANCHA(cudaMalloc(&d_jieguo, zijie));
    JIANCHA(cudaMemcpy(d_tu, tu, zijie, cudaMemcpyHostToDevice));

    dim3 kuai(KUAI, KUAI);
    dim3 wangge((kuan - 1) / KUAI + 1, (gao - 1) / KUAI + 1);
    hengxiang<<<wangge, kuai>>>(d_tu, d_linshi, kuan, gao);
    JIANCHA(cudaGetLastError());

    // 纵向用更扁的线程块
    dim3 kuai2(KUAI * 2, KUAI / 2);
    dim3 wangge2((kuan - 1) / kuai2.x + 1, (gao - 1) / kuai2.y + 1);
    zongxiang<<<wangge2, kuai2>>>(d_linshi, d_jieguo, kuan, gao);
    JIANCHA(cudaDeviceSynchronize());
    JIANCHA(cudaMemcpy(jieguo, d_jieguo, zijie, cudaMemcpyDeviceToHost));

    cpuMohu(tu, linshi, cankao, he, kuan, gao);
    float zuida = 0;
    for (int i = 0; i < xiangsu; i++) zuida = fmaxf(zuida, fabsf(jieguo[i] - cankao[i]));
    printf("最大误差: %g  %s\n", zuida, zuida < 1e-2f ? "正确" : "错误");

    cudaFree(d_tu);
    cudaFree(d_linshi);
    cudaFree(d_jieguo);
    free(tu);
    free(jieguo);
    free(linshi);
    free(cankao);
    return zuida < 1e-2f ? 0 : 1;
}
