// 矩阵乘法：分块 + 共享内存，C = A × B
// 作者：小李   版本：第二版
#define KUAI 16   // 块的大小

// 共享内存里的一块，多一列以避免存储体冲突
__device__ void zairu(float (*kuai)[KUAI + 1], const float *yuan, int hang, int lie,
                      int zonghang, int zonglie)
{
    bool zai_limian = hang < zonghang && lie < zonglie;
    kuai[threadIdx.y][threadIdx.x] = zai_limian ? yuan[hang * zonglie + lie] : 0.0f;
}

__global__ void juzhen_chengfa(const float *jia, const float *yi, float *jieguo,
                               int hangshu, int zhongjian, int lieshu)
{
    __shared__ float a_kuai[KUAI][KUAI + 1];
    __shared__ float b_kuai[KUAI][KUAI + 1];

    const int hang = blockIdx.y * KUAI + threadIdx.y;  // 行
    const int lie  = blockIdx.x * KUAI + threadIdx.x;  // 列
    float he = 0.0f;  // 和

    for (int i = 0; i < zhongjian; i += KUAI) {
        zairu(a_kuai, jia, hang, i + threadIdx.x, hangshu, zhongjian);
        zairu(b_kuai, yi, i + threadIdx.y, lie, zhongjian, lieshu);
        __syncthreads();  // 同步：等所有线程都读完
        #pragma unroll
        for (int j = 0; j < KUAI; ++j)
            he += a_kuai[threadIdx.y][j] * b_kuai[j][threadIdx.x];
        __syncthreads();
    }

    if (hang < hangshu && lie < lieshu)
        jieguo[hang * lieshu + lie] = he;
}
