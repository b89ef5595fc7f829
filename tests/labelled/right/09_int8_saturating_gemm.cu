// Quantised layer: y = sat8((W * x) >> 7), int8 in, int32 accumulate, int8 out
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#define OUT_F 64
#define IN_F  128
#define BATCH 24

static __device__ __forceinline__ signed char saturate8(int v)
{
    return (signed char)(v > 127 ? 127 : (v < -128 ? -128 : v));
}

__global__ void qlinear(const signed char *w, const signed char *x, const int *bias, signed char *y)
{
    int o = threadIdx.x + blockIdx.x * blockDim.x;
    int b = blockIdx.y;
    if (o < OUT_F) {
        const char4 *wv = (const char4 *)(w + o * IN_F);
        const char4 *xv = (const char4 *)(x + b * IN_F);
        int acc = bias[o];
        for (int i = 0; i < IN_F / 4; i++) {
            char4 p = wv[i], q = xv[i];
            acc += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        }
        y[b * OUT_F + o] = saturate8(acc >> 7);
    }
}

int main()
{
    signed char hw[OUT_F * IN_F], hx[BATCH * IN_F], hy[BATCH * OUT_F];
    int hb[OUT_F];
    for (int i = 0; i < OUT_F * IN_F; i++) hw[i] = (signed char)(i * 31 % 255 - 127);
    for (int i = 0; i < BATCH * IN_F; i++) hx[i] = (signed char)(i * 17 % 251 - 125);
    for (int i = 0; i < OUT_F; i++) hb[i] = (i - 32) * 64;

    signed char *w, *x, *y; int *b;
    cudaMalloc(&w, sizeof(hw)); cudaMalloc(&x, sizeof(hx));
    cudaMalloc(&y, sizeof(hy)); cudaMalloc(&b, sizeof(hb));
    cudaMemcpy(w, hw, sizeof(hw), cudaMemcpyHostToDevice);
    cudaMemcpy(x, hx, sizeof(hx), cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb, sizeof(hb), cudaMemcpyHostToDevice);
    qlinear<<<dim3(1, BATCH), 96>>>(w, x, b, y);
    cudaMemcpy(hy, y, sizeof(hy), cudaMemcpyDeviceToHost);
    printf("%d %d\n", hy[0], hy[BATCH * OUT_F - 1]);
    return 0;
}
