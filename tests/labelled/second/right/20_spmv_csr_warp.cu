#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define FULL 0xffffffffu

struct Csr {
    int rows;
    const int *ptr;
    const int *col;
    const float *val;
};

__global__ void spmv(Csr A, const float *__restrict__ x, float *__restrict__ y)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= A.rows) return;

    float dot = 0.f;
    for (int k = A.ptr[warp] + lane; k < A.ptr[warp + 1]; k += 32)
        dot += A.val[k] * x[A.col[k]];
    for (int o = 16; o; o >>= 1)
        dot += __shfl_down_sync(FULL, dot, o);
    if (lane == 0) y[warp] = dot;
}

int main()
{
    const int n = 301;
    std::vector<int> ptr(1, 0), col;
    std::vector<float> val;
    for (int r = 0; r < n; r++) {
        for (int c = r % 3; c < n; c += 5 + r % 4) { col.push_back(c); val.push_back(1.0f); }
        ptr.push_back((int)col.size());
    }
    std::vector<float> x(n, 2.0f), y(n);

    int *d_ptr, *d_col;
    float *d_val, *d_x, *d_y;
    cudaMalloc(&d_ptr, ptr.size() * sizeof(int));
    cudaMalloc(&d_col, col.size() * sizeof(int));
    cudaMalloc(&d_val, val.size() * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_ptr, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_col, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, val.data(), val.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    Csr A = { n, d_ptr, d_col, d_val };
    int threads = 128;
    int blocks = (n * 32 + threads - 1) / threads;
    spmv<<<blocks, threads>>>(A, d_x, d_y);

    cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int r = 0; r < n; r++)
        if (y[r] != 2.0f * (ptr[r + 1] - ptr[r])) bad++;
    printf("bad rows %d\n", bad);
    cudaFree(d_ptr); cudaFree(d_col); cudaFree(d_val); cudaFree(d_x); cudaFree(d_y);
    return bad;
}
