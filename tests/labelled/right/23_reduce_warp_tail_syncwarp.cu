// Sum of squares: shared-memory reduction with a warp-synchronous tail
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

template <unsigned BLOCK>
__global__ void sumSquares(const float* in, float* out, int n)
{
    __shared__ float buf[BLOCK];
    unsigned t = threadIdx.x;
    unsigned i = blockIdx.x * (BLOCK * 2) + t;
    float v = 0;
    if (i < n) v = in[i] * in[i];
    if (i + BLOCK < n) v += in[i + BLOCK] * in[i + BLOCK];
    buf[t] = v;
    __syncthreads();

    for (unsigned s = BLOCK / 2; s >= 64; s >>= 1) {
        if (t < s) buf[t] += buf[t + s];
        __syncthreads();
    }
    if (t < 32) {
        float x = buf[t] + buf[t + 32];
        __syncwarp();
        buf[t] = x; __syncwarp();
        x += buf[(t + 16) & 31]; __syncwarp();
        buf[t] = x; __syncwarp();
        x += buf[(t + 8) & 31];  __syncwarp();
        buf[t] = x; __syncwarp();
        x += buf[(t + 4) & 31];  __syncwarp();
        buf[t] = x; __syncwarp();
        x += buf[(t + 2) & 31];  __syncwarp();
        buf[t] = x; __syncwarp();
        x += buf[(t + 1) & 31];
        if (t == 0) out[blockIdx.x] = x;
    }
}

int main()
{
    const int n = 10007;
    constexpr unsigned B = 256;
    int blocks = (n + 2 * B - 1) / (2 * B);
    float *h = (float*)malloc(n * sizeof(float)), *p = (float*)malloc(blocks * sizeof(float));
    for (int i = 0; i < n; ++i) h[i] = (i % 10) * 0.1f;
    float *d, *o;
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&o, blocks * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    sumSquares<B><<<blocks, B>>>(d, o, n);
    cudaMemcpy(p, o, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    double s = 0;
    for (int b = 0; b < blocks; ++b) s += p[b];
    printf("norm^2 = %f\n", s);
    return 0;
}
