// Lattice Boltzmann D2Q9, BGK collision, lid driven cavity.
// The nine distributions (two copies) and the flag field are carved out of a
// single device allocation.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

using real = float;

constexpr int Q = 9;
enum Flag : uint8_t { FLUID = 0, WALL = 1, LID = 2 };

__constant__ int   c_ex[Q];
__constant__ int   c_ey[Q];
__constant__ real  c_w[Q];
__constant__ int   c_opp[Q];

static const int  ex[Q]  = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int  ey[Q]  = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const real w[Q]   = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
static const int  opp[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

struct Lattice {
    int nx, ny;
    real omega, lidVelocity;
    real *f[2];
    uint8_t *flags;
    __host__ __device__ int cells() const { return nx * ny; }
};

__global__ void initEquilibrium(real *f, const uint8_t *flags, int cells, real rho0)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    for (int q = 0; q < Q; ++q) f[q * cells + i] = c_w[q] * rho0;
}

__global__ void streamCollide(Lattice lat, int from)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x >= lat.nx) return;
    const int n = lat.cells(), i = y * lat.nx + x;
    if (lat.flags[i] != FLUID) return;
    const real *src = lat.f[from];
    real *dst = lat.f[from ^ 1];

    real g[Q], rho = 0, ux = 0, uy = 0;
    for (int q = 0; q < Q; ++q) {
        const int j = (y - c_ey[q]) * lat.nx + (x - c_ex[q]);
        const uint8_t fl = lat.flags[j];
        if (fl == FLUID) {
            g[q] = src[q * n + j];
        } else {                                   // half-way bounce back
            g[q] = src[c_opp[q] * n + i];
            if (fl == LID) g[q] += 6 * c_w[q] * c_ex[q] * lat.lidVelocity;
        }
        rho += g[q];
        ux += g[q] * c_ex[q];
        uy += g[q] * c_ey[q];
    }
    ux /= rho;
    uy /= rho;
    const real usq = 1.5f * (ux * ux + uy * uy);
    for (int q = 0; q < Q; ++q) {
        const real eu = 3 * (c_ex[q] * ux + c_ey[q] * uy);
        const real eq = c_w[q] * rho * (1 + eu + 0.5f * eu * eu - usq);
        dst[q * n + i] = g[q] + lat.omega * (eq - g[q]);
    }
}

__global__ void density(const real *f, const uint8_t *flags, real *rho, int cells)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x) {
        real s = 0;
        if (flags[i] == FLUID)
            for (int q = 0; q < Q; ++q) s += f[q * cells + i];
        rho[i] = s;
    }
}

static void die(const char *msg) { fprintf(stderr, "lbm: %s\n", msg); exit(1); }

static size_t align256(size_t b) { return (b + 255) & ~size_t(255); }

int main(int argc, char **argv)
{
    Lattice lat{};
    lat.nx = argc > 1 ? atoi(argv[1]) : 100;
    lat.ny = argc > 2 ? atoi(argv[2]) : 60;
    const int steps = argc > 3 ? atoi(argv[3]) : 12;
    lat.omega = 1.2f;
    lat.lidVelocity = 0.08f;
    const int n = lat.cells();

    const size_t bytesF = align256(sizeof(real) * Q * n);
    const size_t bytesFlags = align256(n);
    const size_t bytesRho = align256(n * sizeof(real));
    char *pool = nullptr;
    if (cudaMalloc(&pool, 2 * bytesF + bytesFlags + bytesRho) != cudaSuccess) die("no memory");
    char *cursor = pool;
    auto take = [&cursor](size_t bytes) { char *p = cursor; cursor += bytes; return p; };
    lat.f[0] = (real *)take(bytesF);
    lat.f[1] = (real *)take(bytesF);
    lat.flags = (uint8_t *)take(bytesFlags);
    real *d_rho = (real *)take(bytesRho);

    uint8_t *flags = (uint8_t *)calloc(n, 1);
    for (int x = 0; x < lat.nx; ++x) { flags[x] = WALL; flags[(lat.ny - 1) * lat.nx + x] = LID; }
    for (int y = 0; y < lat.ny; ++y) { flags[y * lat.nx] = WALL; flags[y * lat.nx + lat.nx - 1] = WALL; }
    cudaMemcpy(lat.flags, flags, n, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_ex, ex, sizeof ex);
    cudaMemcpyToSymbol(c_ey, ey, sizeof ey);
    cudaMemcpyToSymbol(c_w, w, sizeof w);
    cudaMemcpyToSymbol(c_opp, opp, sizeof opp);

    const int linear = 256;
    for (real *f : lat.f)
        initEquilibrium<<<(n + linear - 1) / linear, linear>>>(f, lat.flags, n, 1.0f);

    dim3 block(64), grid((lat.nx + block.x - 1) / block.x, lat.ny);
    int cur = 0;
    for (int t = 0; t < steps; ++t, cur ^= 1)
        streamCollide<<<grid, block>>>(lat, cur);
    density<<<16, linear>>>(lat.f[cur], lat.flags, d_rho, n);
    if (cudaDeviceSynchronize() != cudaSuccess) die("kernel failed");

    // the same on the host
    real *a = (real *)malloc(sizeof(real) * Q * n), *b = (real *)malloc(sizeof(real) * Q * n);
    for (int q = 0; q < Q; ++q)
        for (int i = 0; i < n; ++i) a[q * n + i] = b[q * n + i] = w[q];
    for (int t = 0; t < steps; ++t) {
        for (int y = 1; y < lat.ny - 1; ++y)
            for (int x = 1; x < lat.nx - 1; ++x) {
                int i = y * lat.nx + x;
                real g[Q], rho = 0, ux = 0, uy = 0;
                for (int q = 0; q < Q; ++q) {
                    int j = (y - ey[q]) * lat.nx + x - ex[q];
                    g[q] = flags[j] == FLUID ? a[q * n + j] : a[opp[q] * n + i];
                    if (flags[j] == LID) g[q] += 6 * w[q] * ex[q] * lat.lidVelocity;
                    rho += g[q]; ux += g[q] * ex[q]; uy += g[q] * ey[q];
                }
                ux /= rho; uy /= rho;
                real usq = 1.5f * (ux * ux + uy * uy);
                for (int q = 0; q < Q; ++q) {
                    real eu = 3 * (ex[q] * ux + ey[q] * uy);
                    b[q * n + i] = g[q] + lat.omega * (w[q] * rho * (1 + eu + 0.5f * eu * eu - usq) - g[q]);
                }
            }
        real *s = a; a = b; b = s;
    }
    real *rho = (real *)malloc(n * sizeof(real));
    cudaMemcpy(rho, d_rho, n * sizeof(real), cudaMemcpyDeviceToHost);
    double worst = 0, mass = 0;
    for (int i = 0; i < n; ++i) {
        if (flags[i] != FLUID) continue;
        double s = 0;
        for (int q = 0; q < Q; ++q) s += a[q * n + i];
        worst = fmax(worst, fabs(s - rho[i]));
        mass += rho[i];
    }
    printf("%d steps, mass %.4f of %d, max density error %.2e: %s\n", steps, mass, (lat.nx - 2) * (lat.ny - 2), worst,
           worst < 1e-4 ? "OK" : "WRONG");
    cudaFree(pool);
    free(flags); free(a); free(b); free(rho);
    return worst < 1e-4 ? 0 : 1;
}
