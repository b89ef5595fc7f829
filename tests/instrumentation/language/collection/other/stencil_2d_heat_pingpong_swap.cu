// Heat plate, fixed rim. Host swaps the pointers; a second kernel does several
// steps itself for small plates by swapping inside the block.
#include <cuda_runtime.h>

typedef double real;

struct Plate { int nx, ny; real alpha; };

__global__ void heatStep(const real* told, real* tnew, Plate plate)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= plate.nx || j >= plate.ny) return;

    const real* c = told + j * plate.nx + i;
    real v = *c;
    if (i > 0 && i < plate.nx - 1 && j > 0 && j < plate.ny - 1)
        v += plate.alpha * (c[-1] + c[+1] + *(c - plate.nx) + *(c + plate.nx) - 4. * v);
    tnew[j * plate.nx + i] = v;
}

__device__ void flip(real** a, real** b) { real* t = *a; *a = *b; *b = t; }

__global__ void heatManySteps(real* a, real* b, const Plate plate, int steps)
{
    real *from = a, *to = b;
    const int cells = plate.nx * plate.ny;
    for (int s = 0; s < steps; ++s) {
        for (int k = threadIdx.x; k < cells; k += blockDim.x) {
            const int x = k % plate.nx, y = k / plate.nx;
            const bool rim = !x || !y || x == plate.nx - 1 || y == plate.ny - 1;
            to[k] = rim ? from[k]
                        : from[k] + plate.alpha * (from[k - 1] + from[k + 1] + from[k - plate.nx]
                                                   + from[k + plate.nx] - 4.0 * from[k]);
        }
        __syncthreads();
        flip(&from, &to);
    }
}

void solve(real* d0, real* d1, Plate p, int steps)
{
    dim3 tpb(16, 16), grid((p.nx + 15) / 16, (p.ny + 15) / 16);
    for (int s = 0; s < steps; s++) {
        heatStep<<<grid, tpb>>>(d0, d1, p);
        real* t = d0; d0 = d1; d1 = t;
    }
}

#define ASSERT_MSG(cond, ...) do { if (!(cond)) { printf(__VA_ARGS__); return; } } while (0)

// stop criterion; the block agrees on "nothing moved"
__global__ void settled(const real* told, const real* tnew, int* quiet_blocks, Plate plate, real tol = 1e-9)
{
    ASSERT_MSG(plate.nx > 0 && plate.ny > 0, "empty plate %dx%d\n", plate.nx, plate.ny);
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const bool still = k >= plate.nx * plate.ny || fabs(told[k] - tnew[k]) <= tol * ceil(exp(plate.alpha));
    if (__syncthreads_and(still) && threadIdx.x == 0) atomicAdd(quiet_blocks, 1);
}
