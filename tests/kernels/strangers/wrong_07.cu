// Mistake: early return of out-of-range threads before the tile loop; they do not load their tile elements nor
// reach __syncthreads(), so edge blocks read unloaded shared memory
#include <cuda_runtime.h>

// Bai tap lon: nhan hai ma tran so nguyen dung bo nho chia se
#define CO 16

__global__ void nhan_ma_tran(const int *trai, const int *phai, int *ketqua,
                             int hang, int giua, int cot)
{
    __shared__ int st[CO][CO];
    __shared__ int sp[CO][CO];

    int x = threadIdx.x, y = threadIdx.y;
    int h = blockIdx.y * CO + y;
    int d = blockIdx.x * CO + x;
    if (h >= hang || d >= cot)
        return;

    int tong = 0;
    for (int bd = 0; bd < giua; bd += CO) {
        st[y][x] = (bd + x < giua) ? trai[h * giua + bd + x] : 0;
        sp[y][x] = (bd + y < giua) ? phai[(bd + y) * cot + d] : 0;
        __syncthreads();
        for (int i = 0; i < CO; i++)
            tong += st[y][i] * sp[i][x];
        __syncthreads();
    }
    ketqua[h * cot + d] = tong;
}

void nhan(const int *trai, const int *phai, int *ketqua, int hang, int giua, int cot)
{
    int *dt, *dp, *dk;
    cudaMalloc(&dt, sizeof(int) * hang * giua);
    cudaMalloc(&dp, sizeof(int) * giua * cot);
    cudaMalloc(&dk, sizeof(int) * hang * cot);
    cudaMemcpy(dt, trai, sizeof(int) * hang * giua, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, phai, sizeof(int) * giua * cot, cudaMemcpyHostToDevice);
    dim3 luong(CO, CO), khoi((cot + CO - 1) / CO, (hang + CO - 1) / CO);
    nhan_ma_tran<<<khoi, luong>>>(dt, dp, dk, hang, giua, cot);
    cudaMemcpy(ketqua, dk, sizeof(int) * hang * cot, cudaMemcpyDeviceToHost);
    cudaFree(dt);
    cudaFree(dp);
    cudaFree(dk);
}
