#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define CHECK_CUDA(x) { cudaError_t err = (x); if (err != cudaSuccess) { \
    printf("CUDA error %s at line %d\n", cudaGetErrorString(err), __LINE__); return 1; } }

const int TABLE = 16384;

// running maximum inside groups of 16 entries, one table for a block
__global__ void runMaxima(const float *tables, float *out)
{
    extern __shared__ float t[];
    const float *src = tables + (size_t)blockIdx.x * TABLE;
    float *dst = out + (size_t)blockIdx.x * TABLE;

    for (int i = threadIdx.x; i < TABLE; i += blockDim.x)
        t[i] = src[i];
    __syncthreads();

    for (int i = threadIdx.x; i < TABLE; i += blockDim.x) {
        int lo = i & ~15;
        float m = t[lo];
        for (int k = lo + 1; k <= i; ++k)
            m = fmaxf(m, t[k]);
        dst[i] = m;
    }
}

int main()
{
    const int tables = 4;
    std::vector<float> h(tables * TABLE);
    for (size_t i = 0; i < h.size(); ++i) h[i] = float((i * 37) % 1000);
    float *in, *out;
    CHECK_CUDA(cudaMalloc(&in, h.size() * sizeof(float)));
    CHECK_CUDA(cudaMalloc(&out, h.size() * sizeof(float)));
    CHECK_CUDA(cudaMemcpy(in, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice));
    runMaxima<<<tables, 512, TABLE * sizeof(float)>>>(in, out);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(h.data(), out, h.size() * sizeof(float), cudaMemcpyDeviceToHost));
    printf("%f\n", h[100]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
