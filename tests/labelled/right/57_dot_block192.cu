#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

__global__ void dotKernel(const double* a, const double* b, double* result, int n)
{
    __shared__ double cache[192];
    double t = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        t += a[i] * b[i];
    cache[threadIdx.x] = t;

    int active = blockDim.x;
    while (active > 1) {
        __syncthreads();
        int half = (active + 1) / 2;
        if (threadIdx.x + half < active)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        active = half;
    }
    if (threadIdx.x == 0) atomicAdd(result, cache[0]);
}

int main()
{
    const int n = 7777;
    std::vector<double> a(n), b(n);
    for (int i = 0; i < n; ++i) { a[i] = i % 3; b[i] = i % 4; }
    double *da, *db, *dr, r = 0;
    cudaMalloc(&da, n * sizeof(double));
    cudaMalloc(&db, n * sizeof(double));
    cudaMalloc(&dr, sizeof(double));
    cudaMemcpy(da, a.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemset(dr, 0, sizeof(double));
    dotKernel<<<5, 192>>>(da, db, dr, n);
    cudaMemcpy(&r, dr, sizeof(double), cudaMemcpyDeviceToHost);
    double ref = 0;
    for (int i = 0; i < n; ++i) ref += a[i] * b[i];
    printf("%f %f\n", r, ref);
}
