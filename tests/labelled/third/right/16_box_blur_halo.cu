#include <cuda_runtime.h>
#include <cstdio>

const int T = 16;
const int R = 2;
const int S = T + 2 * R;

__device__ int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

__global__ void boxBlur(const float *img, float *res, int w, int h)
{
    __shared__ float s[S][S];
    const int x0 = blockIdx.x * T - R;
    const int y0 = blockIdx.y * T - R;

    for (int k = threadIdx.y * T + threadIdx.x; k < S * S; k += T * T) {
        int lx = k % S, ly = k / S;
        int gx = clampi(x0 + lx, 0, w - 1);
        int gy = clampi(y0 + ly, 0, h - 1);
        s[ly][lx] = img[gy * w + gx];
    }
    __syncthreads();

    const int x = blockIdx.x * T + threadIdx.x;
    const int y = blockIdx.y * T + threadIdx.y;
    if (x >= w || y >= h)
        return;

    float sum = 0.f;
    for (int dy = 0; dy <= 2 * R; ++dy)
        for (int dx = 0; dx <= 2 * R; ++dx)
            sum += s[threadIdx.y + dy][threadIdx.x + dx];
    res[y * w + x] = sum / ((2 * R + 1) * (2 * R + 1));
}

int main()
{
    const int w = 100, h = 75;
    float *img, *res;
    cudaMallocManaged(&img, w * h * sizeof(float));
    cudaMallocManaged(&res, w * h * sizeof(float));
    for (int i = 0; i < w * h; ++i) img[i] = (i % 17) * 1.0f;
    dim3 threads(T, T);
    dim3 blocks((w + T - 1) / T, (h + T - 1) / T);
    boxBlur<<<blocks, threads>>>(img, res, w, h);
    cudaDeviceSynchronize();
    printf("%f %f\n", res[0], res[w * h - 1]);
    cudaFree(img);
    cudaFree(res);
    return 0;
}
