/*
 * 3D finite difference stencil of radius R marching along z, for the
 * constant density acoustic wave equation:
 *    p(t+1) = 2 p(t) - p(t-1) + v^2 dt^2 Laplacian p(t)
 * Volume with R ghost cells on all six faces; only the inside is updated.
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define R 4
#define BDIMX 32
#define BDIMY 8

__constant__ float c_coeff[R + 1];

typedef struct {
    int nx, ny, nz;        /* inside points      */
    int lx, ly, lz;        /* with the ghosts    */
    size_t volume;
} Domain;

__global__ void fd3d(float *next, const float *prev, const float *curr, const float *vsq,
                     const int nx, const int ny, const int nz)
{
    __shared__ float tile[BDIMY + 2 * R][BDIMX + 2 * R];
    const int lx = nx + 2 * R, slice = lx * (ny + 2 * R);
    const int ix = blockIdx.x * BDIMX + threadIdx.x;
    const int iy = blockIdx.y * BDIMY + threadIdx.y;
    const bool inside = ix < nx && iy < ny;
    const int gx = min(ix, nx - 1) + R, gy = min(iy, ny - 1) + R;
    int at = gy * lx + gx;                      /* z = 0 */

    float below[R], above[R], here;
    for (int i = 0; i < R; i++) below[R - 1 - i] = curr[at + i * slice];   /* below[0] is next lower */
    here = curr[at + R * slice];
    for (int i = 0; i < R; i++) above[i] = curr[at + (R + 1 + i) * slice];
    at += R * slice;

    for (int iz = 0; iz < nz; iz++) {
        __syncthreads();
        for (int y = threadIdx.y; y < BDIMY + 2 * R; y += BDIMY)
            for (int x = threadIdx.x; x < BDIMX + 2 * R; x += BDIMX) {
                int sx = blockIdx.x * BDIMX + x, sy = blockIdx.y * BDIMY + y;
                if (sx < lx && sy < ny + 2 * R)
                    tile[y][x] = curr[(iz + R) * slice + sy * lx + sx];
            }
        __syncthreads();
        if (inside) {
            float lap = 3.0f * c_coeff[0] * here;
            for (int i = 1; i <= R; i++)
                lap += c_coeff[i] * (below[i - 1] + above[i - 1]
                     + tile[threadIdx.y + R][threadIdx.x + R - i] + tile[threadIdx.y + R][threadIdx.x + R + i]
                     + tile[threadIdx.y + R - i][threadIdx.x + R] + tile[threadIdx.y + R + i][threadIdx.x + R]);
            next[at] = 2.0f * here - prev[at] + vsq[at] * lap;
        }
        for (int i = R - 1; i > 0; i--) below[i] = below[i - 1];
        below[0] = here;
        here = above[0];
        for (int i = 0; i < R - 1; i++) above[i] = above[i + 1];
        if (iz + 1 < nz) above[R - 1] = curr[at + (R + 1) * slice];
        at += slice;
    }
}

__global__ void addSource(float *p, int at, float amplitude)
{
    p[at] += amplitude;
}

static Domain make_domain(int nx, int ny, int nz)
{
    Domain d = {nx, ny, nz, nx + 2 * R, ny + 2 * R, nz + 2 * R, 0};
    d.volume = (size_t)d.lx * d.ly * d.lz;
    return d;
}

static float ricker(int step, float dt)
{
    float t = step * dt - 0.05f;
    float a = 3.14159265f * 25.0f * t;
    return (1.0f - 2.0f * a * a) * expf(-a * a);
}

static void step_cpu(float *next, const float *prev, const float *curr, const float *vsq,
                     const float *c, const Domain *d)
{
    const int sx = 1, sy = d->lx, sz = d->lx * d->ly;
    for (int z = R; z < d->nz + R; z++)
        for (int y = R; y < d->ny + R; y++)
            for (int x = R; x < d->nx + R; x++) {
                int a = z * sz + y * sy + x;
                float lap = 3.0f * c[0] * curr[a];
                for (int i = 1; i <= R; i++)
                    lap += c[i] * (curr[a - i * sx] + curr[a + i * sx] + curr[a - i * sy]
                                 + curr[a + i * sy] + curr[a - i * sz] + curr[a + i * sz]);
                next[a] = 2.0f * curr[a] - prev[a] + vsq[a] * lap;
            }
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 6;
    const Domain dom = make_domain(72, 50, 40);
    const size_t bytes = dom.volume * sizeof(float);
    const float coeff[R + 1] = {-2.847222f, 1.6f, -0.2f, 0.025396825f, -0.0017857f};
    const float dt = 0.005f;

    float *h[3], *vsq = (float *)malloc(bytes), *got = (float *)malloc(bytes);
    for (int i = 0; i < 3; i++) h[i] = (float *)calloc(dom.volume, sizeof(float));
    for (size_t i = 0; i < dom.volume; i++) vsq[i] = 0.05f + 0.01f * (i % 3);

    float *d_prev, *d_curr, *d_next, *d_vsq;
    cudaMalloc((void **)&d_prev, bytes);
    cudaMalloc((void **)&d_curr, bytes);
    cudaMalloc((void **)&d_next, bytes);
    cudaMalloc((void **)&d_vsq, bytes);
    cudaMemset(d_prev, 0, bytes);
    cudaMemset(d_curr, 0, bytes);
    cudaMemset(d_next, 0, bytes);
    cudaMemcpy(d_vsq, vsq, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_coeff, coeff, sizeof(coeff));

    const int src = ((dom.lz / 2) * dom.ly + dom.ly / 2) * dom.lx + dom.lx / 2;
    dim3 block(BDIMX, BDIMY);
    dim3 grid((dom.nx + BDIMX - 1) / BDIMX, (dom.ny + BDIMY - 1) / BDIMY);
    int p = 0, c = 1, n = 2;
    for (int it = 0; it < steps; it++) {
        addSource<<<1, 1>>>(d_curr, src, ricker(it, dt));
        fd3d<<<grid, block>>>(d_next, d_prev, d_curr, d_vsq, dom.nx, dom.ny, dom.nz);
        float *t = d_prev; d_prev = d_curr; d_curr = d_next; d_next = t;

        h[c][src] += ricker(it, dt);
        step_cpu(h[n], h[p], h[c], vsq, coeff, &dom);
        int q = p; p = c; c = n; n = q;
    }
    cudaMemcpy(got, d_curr, bytes, cudaMemcpyDeviceToHost);
    float worst = 0;
    for (size_t i = 0; i < dom.volume; i++) worst = fmaxf(worst, fabsf(got[i] - h[c][i]));
    printf("%d steps on %dx%dx%d: max difference %g -> %s\n", steps, dom.nx, dom.ny, dom.nz, worst,
           worst < 1e-4f && cudaGetLastError() == cudaSuccess ? "OK" : "FAILED");
    cudaFree(d_prev); cudaFree(d_curr); cudaFree(d_next); cudaFree(d_vsq);
    for (int i = 0; i < 3; i++) free(h[i]);
    free(vsq); free(got);
    return worst >= 1e-4f;
}
