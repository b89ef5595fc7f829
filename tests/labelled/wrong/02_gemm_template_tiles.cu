// Generic tiled GEMM, lecture notes part 2
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

template <class T, int S>
__global__ void gemm(T* out, const T* lhs, const T* rhs, int m, int n, int k)
{
    __shared__ T l[S][S], r[S][S];
    const int y = threadIdx.y, x = threadIdx.x;
    const int gy = blockIdx.y * S + y, gx = blockIdx.x * S + x;
    T acc{};
    for (int p = 0; p < k; p += S) {
        l[y][x] = gy < m && p + x < k ? lhs[gy * k + p + x] : T{};
        r[y][x] = gx < n && p + y < k ? rhs[(p + y) * n + gx] : T{};
        for (int q = 0; q < S; ++q)
            acc += l[y][q] * r[q][x];
        __syncthreads();
    }
    if (gy < m && gx < n) out[gy * n + gx] = acc;
}

int main()
{
    constexpr int m = 50, n = 60, k = 40, S = 16;
    std::vector<float> a(m * k, 1.5f), b(k * n, 2.0f), c(m * n);
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMalloc(&dc, c.size() * sizeof(float));
    cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    gemm<float, S><<<dim3((n + S - 1) / S, (m + S - 1) / S), dim3(S, S)>>>(dc, da, db, m, n, k);
    cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::cout << c[0] << " expected " << 1.5f * 2.0f * k << std::endl;
    cudaFree(da); cudaFree(db); cudaFree(dc);
}
