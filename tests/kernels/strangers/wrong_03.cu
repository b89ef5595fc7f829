// Mistake: number of phases is nMid / BLK (rounded down) instead of rounded up; the tail of the inner dimension
// is dropped
#include <cuda_runtime.h>

// CS-614 assignment: tiled multiplication of matL (nRows x nMid) and matR (nMid x nCols)
template <int BLK>
__global__ void tiledMultiply(const float *matL, const float *matR, float *matOut,
                              int nRows, int nMid, int nCols)
{
    __shared__ float tileL[BLK][BLK];
    __shared__ float tileR[BLK][BLK];

    const int r = blockIdx.y * BLK + threadIdx.y;
    const int s = blockIdx.x * BLK + threadIdx.x;
    const int phases = nMid / BLK;
    float value = 0.0f;

    for (int ph = 0; ph < phases; ++ph) {
        const int offL = ph * BLK + threadIdx.x;
        const int offR = ph * BLK + threadIdx.y;
        tileL[threadIdx.y][threadIdx.x] = (r < nRows && offL < nMid) ? matL[r * nMid + offL] : 0.0f;
        tileR[threadIdx.y][threadIdx.x] = (offR < nMid && s < nCols) ? matR[offR * nCols + s] : 0.0f;
        __syncthreads();
        for (int e = 0; e < BLK; ++e)
            value += tileL[threadIdx.y][e] * tileR[e][threadIdx.x];
        __syncthreads();
    }

    if (r < nRows && s < nCols)
        matOut[r * nCols + s] = value;
}

void multiplyOnDevice(const float *dL, const float *dR, float *dOut,
                      int nRows, int nMid, int nCols)
{
    const int BLK = 16;
    dim3 threads(BLK, BLK);
    dim3 blocks((nCols + BLK - 1) / BLK, (nRows + BLK - 1) / BLK);
    tiledMultiply<BLK><<<blocks, threads>>>(dL, dR, dOut, nRows, nMid, nCols);
    cudaDeviceSynchronize();
}
