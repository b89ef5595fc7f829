#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static __device__ __forceinline__ signed char sat8(int v)
{
    return (signed char)max(-128, min(127, v));
}

__global__ void addSat(const int8_t *a, const int8_t *b, int8_t *c, int n4)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    char4 p = reinterpret_cast<const char4 *>(a)[i];
    char4 q = reinterpret_cast<const char4 *>(b)[i];
    char4 r;
    r.x = sat8(p.x + q.x);
    r.y = sat8(p.y + q.y);
    r.z = sat8(p.z + q.z);
    r.w = sat8(p.w + q.w);
    reinterpret_cast<char4 *>(c)[i] = r;
}

int main()
{
    const int n = 6000;
    std::vector<int8_t> a(n), b(n), c(n);
    for (int i = 0; i < n; ++i) {
        a[i] = (int8_t)(i * 3 - 100);
        b[i] = (int8_t)(i * 5 + 77);
    }
    int8_t *da, *db, *dc;
    cudaMalloc(&da, n);
    cudaMalloc(&db, n);
    cudaMalloc(&dc, n);
    cudaMemcpy(da, a.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n, cudaMemcpyHostToDevice);
    const int n4 = n / 4;
    addSat<<<(n4 + 255) / 256, 256>>>(da, db, dc, n4);
    cudaMemcpy(c.data(), dc, n, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; ++i) {
        int s = a[i] + b[i];
        s = s > 127 ? 127 : (s < -128 ? -128 : s);
        bad += c[i] != s;
    }
    printf("bad %d\n", bad);
    cudaFree(da); cudaFree(db); cudaFree(dc);
    return bad != 0;
}
