#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

extern __shared__ float smem[];

__global__ void mmDyn(const float* a, const float* b, float* c, int n)
{
    const int t = blockDim.x;
    float* ta = smem;
    float* tb = ta + t * t;
    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * t + y, q = blockIdx.x * t + x;
    float sum = 0.f;
    for (int s = 0; s < n; s += t) {
        ta[y * t + x] = (r < n && s + x < n) ? a[r * n + s + x] : 0.f;
        tb[y * t + x] = (q < n && s + y < n) ? b[(s + y) * n + q] : 0.f;
        __syncthreads();
        for (int i = 0; i < t; ++i) sum += ta[y * t + i] * tb[i * t + x];
        __syncthreads();
    }
    if (r < n && q < n) c[r * n + q] = sum;
}

int main(int argc, char** argv)
{
    int n = argc > 1 ? std::atoi(argv[1]) : 100;
    int t = argc > 2 ? std::atoi(argv[2]) : 12;
    size_t bytes = (size_t)n * n * sizeof(float);
    float *a, *b, *c, *h = (float*)std::malloc(bytes);
    for (int i = 0; i < n * n; ++i) h[i] = (i & 15) - 7.5f;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
    int g = (n + t - 1) / t;
    mmDyn<<<dim3(g, g), dim3(t, t), 2 * t * t * sizeof(float)>>>(a, b, c, n);
    cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost);
    std::printf("trace element %f\n", h[n + 1]);
    cudaFree(a); cudaFree(b); cudaFree(c);
    std::free(h);
}
