// 均值模糊：输入输出都是交错存储的 RGB 图像（每像素三个字节）
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>

#define 半径 2
#define CHANNELS 3

struct 像素累加 {
    uint32_t 红, 绿, 蓝;
    int 个数;
};

__global__ void boxBlur(const uint8_t* __restrict__ shuru, uint8_t* __restrict__ shuchu, int kuan, int gao)
{
    const int 列 = blockIdx.x * blockDim.x + threadIdx.x;
    const int 行 = blockIdx.y * blockDim.y + threadIdx.y;
    if (列 >= kuan || 行 >= gao) return;

    像素累加 和 = {0, 0, 0, 0};
    for (int dy = -半径; dy <= 半径; ++dy) {
        for (int dx = -半径; dx <= 半径; ++dx) {
            const int x = 列 + dx, y = 行 + dy;
            if (x < 0 || y < 0 || x >= kuan || y >= gao) continue;   // 边界外跳过
            const uint8_t* p = shuru + (y * kuan + x) * CHANNELS;
            和.红 += *p++;
            和.绿 += *p++;
            和.蓝 += *p;
            和.个数++;
        }
    }

    uint8_t* q = &shuchu[(行 * kuan + 列) * CHANNELS];
    q[0] = static_cast<uint8_t>(和.红 / 和.个数);
    q[1] = static_cast<uint8_t>(和.绿 / 和.个数);
    q[2] = static_cast<uint8_t>(和.蓝 / 和.个数);
#ifdef DEBUG
    if (列 == 0 && 行 == 0) printf("左上角像素：%d %d %d\n", q[0], q[1], q[2]);
#endif
}
