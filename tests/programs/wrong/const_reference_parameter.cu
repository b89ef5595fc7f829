#include <cstdio>
#include <cuda_runtime.h>

struct Gitter {
    int nx, ny;
    float h;
};

__global__ void poisson(const float *f, float *u, Gitter g)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i > 0 && j > 0 && i < g.nx - 1 && j < g.ny - 1)
        u[j * g.nx + i] = g.h * g.h * f[j * g.nx + i];
}

static void loese(const float *f, float *u, const Gitter &g)
{
    dim3 faeden(32, 4);
    if (g.nx % 32)
        g.nx += 32 - g.nx % 32; //~ 21:9 'g' is a const Gitter&: its members cannot be changed
    dim3 bloecke(g.nx / 32, (g.ny + 3) / 4);
    poisson<<<bloecke, faeden>>>(f, u, g);
}

int main()
{
    Gitter g = {100, 100, 0.01f};
    float *f, *u;
    cudaMalloc(&f, 128 * 128 * sizeof(float));
    cudaMalloc(&u, 128 * 128 * sizeof(float));
    loese(f, u, g);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
