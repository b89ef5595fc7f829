#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

enum BlendMode { BLEND_ADD, BLEND_MUL, BLEND_MAX, BLEND_COUNT };

__global__ void composite(float* dst, const float* src, int n, BlendMode mode) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    switch (mode) {
        case BLEND_ADD: dst[i] += src[i]; break;
        case BLEND_MUL: dst[i] *= src[i]; break;
        default: dst[i] = fmaxf(dst[i], src[i]);
    }
}

int main(int argc, char** argv) {
    const int n = 320 * 200;
    float *dst, *src;
    BlendMode mode = BLEND_ADD;
    if (argc > 1) mode = atoi(argv[1]); //~ 21:26 an int cannot become a BlendMode by itself: (BlendMode)(...)
    cudaMalloc(&dst, n * sizeof(float));
    cudaMalloc(&src, n * sizeof(float));
    cudaMemset(dst, 0, n * sizeof(float));
    cudaMemset(src, 0, n * sizeof(float));
    composite<<<n / 128, 128>>>(dst, src, n, mode);
    cudaDeviceSynchronize();
    return 0;
}
