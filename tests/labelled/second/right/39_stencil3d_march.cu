#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int BX = 32, BY = 8;

__global__ void laplace3d(const float *__restrict__ u, float *__restrict__ v,
                          int nx, int ny, int nz)
{
    __shared__ float p[BY + 2][BX + 2];
    const int gx = blockIdx.x * BX + threadIdx.x;
    const int gy = blockIdx.y * BY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int slice = nx * ny;

    int id = gy * nx + gx;
    float behind = 0.f, here = u[id], ahead;

    for (int z = 0; z < nz; ++z, id += slice) {
        ahead = z + 1 < nz ? u[id + slice] : 0.f;

        p[ty][tx] = here;
        if (threadIdx.x == 0)      p[ty][0]      = gx > 0      ? u[id - 1]  : 0.f;
        if (threadIdx.x == BX - 1) p[ty][BX + 1] = gx < nx - 1 ? u[id + 1]  : 0.f;
        if (threadIdx.y == 0)      p[0][tx]      = gy > 0      ? u[id - nx] : 0.f;
        if (threadIdx.y == BY - 1) p[BY + 1][tx] = gy < ny - 1 ? u[id + nx] : 0.f;
        __syncthreads();

        v[id] = p[ty][tx - 1] + p[ty][tx + 1] + p[ty - 1][tx] + p[ty + 1][tx]
              + behind + ahead - 6.f * here;
        __syncthreads();

        behind = here;
        here = ahead;
    }
}

int main()
{
    const int nx = 64, ny = 32, nz = 20;
    const size_t cells = size_t(nx) * ny * nz;
    std::vector<float> h(cells), r(cells);
    for (size_t i = 0; i < cells; ++i) h[i] = float(i % 13);
    float *u, *v;
    cudaMalloc(&u, cells * sizeof(float));
    cudaMalloc(&v, cells * sizeof(float));
    cudaMemcpy(u, h.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
    laplace3d<<<dim3(nx / BX, ny / BY), dim3(BX, BY)>>>(u, v, nx, ny, nz);
    cudaMemcpy(r.data(), v, cells * sizeof(float), cudaMemcpyDeviceToHost);

    auto at = [&](int x, int y, int z) {
        return x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz
             ? 0.f : h[(z * ny + y) * nx + x];
    };
    int bad = 0;
    for (int z = 0; z < nz; ++z)
        for (int y = 0; y < ny; ++y)
            for (int x = 0; x < nx; ++x) {
                float w = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z)
                        + at(x, y, z - 1) + at(x, y, z + 1) - 6.f * at(x, y, z);
                bad += w != r[(z * ny + y) * nx + x];
            }
    printf("bad %d\n", bad);
    cudaFree(u);
    cudaFree(v);
    return bad != 0;
}
