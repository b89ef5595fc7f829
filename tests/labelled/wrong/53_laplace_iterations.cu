// Laplace equation on a square plate: all iterations inside the kernel to save launch overhead
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int SIDE = 66;        // 64 inner points + border
constexpr int ITER = 8;

__host__ __device__ inline int at(int y, int x) { return y * SIDE + x; }

__global__ void laplace(double* u, double* v)
{
    const int x = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    for (int it = 0; it < ITER; ++it) {
        v[at(y, x)] = 0.25 * (u[at(y - 1, x)] + u[at(y + 1, x)] + u[at(y, x - 1)] + u[at(y, x + 1)]);
        double* t = u;
        u = v;
        v = t;
        __syncthreads();
    }
}

int main()
{
    std::vector<double> h(SIDE * SIDE, 0.0);
    for (int i = 0; i < SIDE; ++i) h[at(0, i)] = 1.0;
    double *u, *v;
    cudaMalloc(&u, h.size() * sizeof(double));
    cudaMalloc(&v, h.size() * sizeof(double));
    cudaMemcpy(u, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(v, h.data(), h.size() * sizeof(double), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid(64 / 16, 64 / 16);
    laplace<<<grid, block>>>(u, v);
    cudaMemcpy(h.data(), u, h.size() * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%f\n", h[at(5, 33)]);
    cudaFree(u);
    cudaFree(v);
}
