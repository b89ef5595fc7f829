/***************************************************************************
 *  Heat equation, explicit and implicit                                   *
 *                                                                         *
 *     du/dt = alpha * (d2u/dx2 + d2u/dy2 [+ d2u/dz2])                     *
 *                                                                         *
 *              +---+                                                      *
 *              | N |                                                      *
 *          +---+---+---+                                                  *
 *          | W | C | E |         five point stencil                       *
 *          +---+---+---+                                                  *
 *              | S |                                                      *
 *              +---+                                                      *
 ***************************************************************************/
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

#define NX 512
#define NY 256
#define NZ 64
#define BX 32
#define BY 8
#define IDX2(i, j) ((j) * NX + (i))
#define IDX3(i, j, k) (((k) * NY + (j)) * NX + (i))

#define STEPS 200
#define TRI_SIZE 128            /* unknowns of a tridiagonal system */
#define TRI_COUNT 1000

const double ALPHA = 0.1;

/* lap(u) of an array with rows of NX */
#define LAPLACE(u, c)                 \
    ((u)[(c) - 1] + (u)[(c) + 1] +    \
     (u)[(c) - NX] + (u)[(c) + NX] -  \
     4 * (u)[c])

__global__ void heat2d(const double *u, double *unew, double alpha)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i == 0 || j == 0 || i >= NX - 1 || j >= NY - 1)
        return;

    int c = IDX2(i, j);
    unew[c] = u[c] + alpha * LAPLACE(u, c);
}

/* the same with a tile and a halo in shared memory */
__global__ void heat2d_tiled(const double *u, double *unew, double alpha)
{
    __shared__ double t[BY + 2][BX + 2];
    const int lx = threadIdx.x + 1;
    const int ly = threadIdx.y + 1;
    const int i = blockIdx.x * BX + threadIdx.x;
    const int j = blockIdx.y * BY + threadIdx.y;
    const int c = IDX2(i, j);

    t[ly][lx] = u[c];
    if (threadIdx.x == 0 && i > 0)           t[ly][0] = u[c - 1];
    if (threadIdx.x == BX - 1 && i < NX - 1) t[ly][BX + 1] = u[c + 1];
    if (threadIdx.y == 0 && j > 0)           t[0][lx] = u[c - NX];
    if (threadIdx.y == BY - 1 && j < NY - 1) t[BY + 1][lx] = u[c + NX];
    __syncthreads();

    if (i > 0 && j > 0 && i < NX - 1 && j < NY - 1)
        unew[c] = t[ly][lx] + alpha * (t[ly][lx - 1] + t[ly][lx + 1] +
                                       t[ly - 1][lx] + t[ly + 1][lx] - 4.0 * t[ly][lx]);
}

/* seven points; marches along z and keeps three values in registers */
__global__ void heat3d(const float *__restrict__ u, float *__restrict__ unew, float a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || i > NX - 2 || j < 1 || j > NY - 2) return;

    float below = u[IDX3(i, j, 0)];
    float here = u[IDX3(i, j, 1)];
    for (int k = 1; k < NZ - 1; ++k) {
        float above = u[IDX3(i, j, k + 1)];
        float sides = u[IDX3(i - 1, j, k)] + u[IDX3(i + 1, j, k)] +
                      u[IDX3(i, j - 1, k)] + u[IDX3(i, j + 1, k)];
        unew[IDX3(i, j, k)] = here + a * (sides + below + above - 6.f * here);
        below = here;
        here = above;
    }
}

/* in place, red and black cells in turns (Gauss-Seidel) */
__global__ void red_black(double *u, const double *rhs, int color, double omega)
{
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + ((j + color) & 1);
    if (i < 1 || j < 1 || i >= NX - 1 || j >= NY - 1) return;
    double *p = u + IDX2(i, j);
    double gs = 0.25 * (p[-1] + p[1] + *(p - NX) + *(p + NX) - rhs[IDX2(i, j)]);
    *p += omega * (gs - *p);
}

/* maximum of |a - b| through the bits of a float (non-negative, so they are ordered) */
__device__ int worst_bits;

__global__ void max_difference(const double *a, const double *b, int n)
{
    float worst = 0;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
        float d = (float)fabs(a[k] - b[k]);
        worst = fmaxf(worst, d);
    }
    for (int m = 16; m; m >>= 1)
        worst = fmaxf(worst, __shfl_xor_sync(~0u, worst, m));
    if (threadIdx.x % warpSize == 0)
        atomicMax(&worst_bits, __float_as_int(worst));
}

/* ---- tridiagonal systems: one thread per system (Thomas), and one block per system (PCR) ---- */
__global__ void thomas(const float *lo, const float *di, const float *up, float *x, float *work, int systems)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const int n = TRI_SIZE;

    /* element e of system s lies at [e * systems + s]: coalesced */
    float beta = di[s];
    x[s] /= beta;
    for (int e = 1; e < n; e++) {
        int now = e * systems + s, prev = now - systems;
        work[now] = up[prev] / beta;
        beta = di[now] - lo[now] * work[now];
        x[now] = (x[now] - lo[now] * x[prev]) / beta;
    }
    for (int e = n - 2; e >= 0; e--)
        x[e * systems + s] -= work[(e + 1) * systems + s] * x[(e + 1) * systems + s];
}

__global__ void parallel_cyclic(float *x, const float *lo, const float *di, const float *up)
{
    __shared__ float a[TRI_SIZE], b[TRI_SIZE], c[TRI_SIZE], d[TRI_SIZE];
    int t = threadIdx.x;
    int base = blockIdx.x * TRI_SIZE;

    a[t] = t > 0 ? lo[base + t] : 0.f;
    b[t] = di[base + t];
    c[t] = t < TRI_SIZE - 1 ? up[base + t] : 0.f;
    d[t] = x[base + t];
    __syncthreads();

    for (int step = 1; step < TRI_SIZE; step *= 2) {
        float na = 0, nb = b[t], nc = 0, nd = d[t];
        if (t - step >= 0) {
            float k = a[t] / b[t - step];
            na = -a[t - step] * k;
            nb -= c[t - step] * k;
            nd -= d[t - step] * k;
        }
        if (t + step < TRI_SIZE) {
            float k = c[t] / b[t + step];
            nc = -c[t + step] * k;
            nb -= a[t + step] * k;
            nd -= d[t + step] * k;
        }
        __syncthreads();
        a[t] = na; b[t] = nb; c[t] = nc; d[t] = nd;
        __syncthreads();
    }
    x[base + t] = d[t] / b[t];
}

/* CPU reference for the 2D case */
static void heat_cpu(double *u, double *v, int steps)
{
    for (int s = 0; s < steps; s++) {
        double *tmp;
#pragma omp parallel for schedule(static)
        for (int j = 1; j < NY - 1; j++)
            for (int i = 1; i < NX - 1; i++)
                v[IDX2(i, j)] = u[IDX2(i, j)] + ALPHA * LAPLACE(u, IDX2(i, j));
        tmp = u; u = v; v = tmp;
    }
}

static void initialize(double *u)
{
    memset(u, 0, sizeof(double) * NX * NY);
    for (int i = 0; i < NX; i++) u[IDX2(i, 0)] = 100.0;
    for (int j = 0; j < NY; j++) u[IDX2(0, j)] = 50.0 * sin(j * 0.1);
}

static void stop_on_error(const char *where)
{
    cudaError_t e = cudaDeviceSynchronize();
    if (e == cudaSuccess) return;
    printf("%s: %s\n", where, cudaGetErrorString(e));
    exit(3);
}

static void tridiagonal(void)
{
    const int n = TRI_SIZE * TRI_COUNT;
    float *lo, *di, *up, *x, *work;
    cudaMallocManaged(&lo, n * sizeof(float));
    cudaMallocManaged(&di, n * sizeof(float));
    cudaMallocManaged(&up, n * sizeof(float));
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&work, n * sizeof(float));
    for (int i = 0; i < n; i++) { lo[i] = up[i] = -1.f; di[i] = 2.5f; x[i] = 0.5f; }

    thomas<<<(TRI_COUNT + 63) / 64, 64>>>(lo, di, up, x, work, TRI_COUNT);
    stop_on_error("thomas");
    printf("thomas: middle of first system %f\n", x[TRI_SIZE / 2 * TRI_COUNT]);

    for (int i = 0; i < n; i++) x[i] = 0.5f;
    parallel_cyclic<<<TRI_COUNT, TRI_SIZE>>>(x, lo, di, up);
    stop_on_error("pcr");
    printf("pcr:    middle of first system %f\n", x[TRI_SIZE / 2]);

    cudaFree(lo); cudaFree(di); cudaFree(up); cudaFree(x); cudaFree(work);
}

int main(void)
{
    double *u, *v, *rhs, *ref, *ref2;
    float *f, *g;
    int zero = 0, bits;
    size_t bytes = sizeof(double) * NX * NY;

    cudaMallocManaged(&u, bytes);
    cudaMallocManaged(&v, bytes);
    cudaMallocManaged(&rhs, bytes);
    ref = (double *)malloc(bytes);
    ref2 = (double *)malloc(bytes);

    initialize(u);
    initialize(v);
    initialize(ref);
    initialize(ref2);
    memset(rhs, 0, bytes);
    heat_cpu(ref, ref2, STEPS);

    dim3 block(BX, BY);
    dim3 grid(NX / BX, NY / BY);
    for (int s = 0; s < STEPS; s += 2) {
        heat2d<<<grid, block>>>(u, v, ALPHA);
        heat2d_tiled<<<grid, block>>>(v, u, ALPHA);
    }
    stop_on_error("2d");

    cudaMemcpy(v, ref, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(worst_bits, &zero, sizeof(int));
    max_difference<<<32, 128>>>(u, v, NX * NY);
    cudaMemcpyFromSymbol(&bits, worst_bits, sizeof(int));
    printf("largest difference to the CPU: bits 0x%08x\n", bits);

    dim3 half(NX / BX / 2, NY / BY, 1);
    for (int s = 0; s < 50; s++) {
        red_black<<<half, block>>>(u, rhs, 0, 1.7);
        red_black<<<half, block>>>(u, rhs, 1, 1.7);
    }
    stop_on_error("red/black");

    cudaMalloc(&f, sizeof(float) * NX * NY * NZ);
    cudaMalloc(&g, sizeof(float) * NX * NY * NZ);
    cudaMemset(f, 0, sizeof(float) * NX * NY * NZ);
    cudaMemset(g, 0, sizeof(float) * NX * NY * NZ);
    for (int s = 0; s < 10; s++) {
        float *t;
        heat3d<<<dim3(NX / 32, NY / 8), dim3(32, 8)>>>(f, g, 0.05f);
        t = f; f = g; g = t;
    }
    stop_on_error("3d");

    tridiagonal();

    cudaFree(u); cudaFree(v); cudaFree(rhs); cudaFree(f); cudaFree(g);
    free(ref); free(ref2);
    return 0;
}
