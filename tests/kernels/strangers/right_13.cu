#include <algorithm>
#include <cuda_runtime.h>

// Gyouretsu no seki. Naka no jiku wo blockIdx.z de bunkatsu shite,
// atomicAdd de tashiawaseru (kekka wa saki ni zero ni suru).
__global__ void seki_bunkatsu(const float* hidari, const float* migi, float* kekka,
                              int gyou, int naka, int retsu)
{
    const int ty = blockIdx.y * blockDim.y + threadIdx.y;
    const int tx = blockIdx.x * blockDim.x + threadIdx.x;
    if (ty >= gyou || tx >= retsu) return;

    const int bunkatsu = (int)gridDim.z;
    const int haba = (naka + bunkatsu - 1) / bunkatsu;
    const int hajime = (int)blockIdx.z * haba;
    const int owari = min(hajime + haba, naka);

    float wa = 0.0f;
    for (int i = hajime; i < owari; ++i)
        wa += hidari[ty * naka + i] * migi[i * retsu + tx];

    atomicAdd(&kekka[ty * retsu + tx], wa);
}

void seki(const float* d_hidari, const float* d_migi, float* d_kekka,
          int gyou, int naka, int retsu)
{
    cudaMemset(d_kekka, 0, (size_t)gyou * retsu * sizeof(float));
    const int bunkatsu = std::max(1, std::min(8, naka / 256));
    dim3 block(32, 4);
    dim3 grid((retsu + 31) / 32, (gyou + 3) / 4, bunkatsu);
    seki_bunkatsu<<<grid, block>>>(d_hidari, d_migi, d_kekka, gyou, naka, retsu);
}
