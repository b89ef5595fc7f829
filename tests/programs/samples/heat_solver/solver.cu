#include "solver.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define RED_THREADS 128
#define RED_BLOCKS_MAX 96

static void chk(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "solver.cu:%d: %s\n", line, cudaGetErrorString(e));
        exit(3);
    }
}
#define CHK(e) chk((e), __LINE__)

static __global__ void diffuse(const double *__restrict__ u, double *__restrict__ v, int nx, int ny, int nz, double r)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    const int k = blockIdx.z * blockDim.z + threadIdx.z + 1;
    if (i > nx || j > ny || k > nz) return;
    const size_t sy = nx + 2, sz = sy * (ny + 2);
    const size_t c = k * sz + j * sy + i;
    v[c] = u[c] + r * (u[c - 1] + u[c + 1] + u[c - sy] + u[c + sy] + u[c - sz] + u[c + sz] - 6.0 * u[c]);
}

static __global__ void sum_blocks(const double *u, double *partial, size_t n)
{
    __shared__ double s[RED_THREADS];
    double a = 0.0;
    for (size_t i = blockIdx.x * (size_t)RED_THREADS + threadIdx.x; i < n; i += (size_t)gridDim.x * RED_THREADS) a += u[i];
    s[threadIdx.x] = a;
    for (int h = RED_THREADS / 2; h; h /= 2) {
        __syncthreads();
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = s[0];
}

int solver_create(heat_state *s, const heat_params *p, const double *u0)
{
    const size_t bytes = params_points(p) * sizeof(double);
    CHK(cudaMalloc((void **)&s->u_old, bytes));
    CHK(cudaMalloc((void **)&s->u_new, bytes));
    CHK(cudaMemcpy(s->u_old, u0, bytes, cudaMemcpyHostToDevice));
    CHK(cudaMemcpy(s->u_new, s->u_old, bytes, cudaMemcpyDeviceToDevice));
    const size_t want = (params_points(p) + RED_THREADS - 1) / RED_THREADS;
    s->n_partial = want < RED_BLOCKS_MAX ? (int)want : RED_BLOCKS_MAX;
    CHK(cudaMalloc((void **)&s->partial, s->n_partial * sizeof *s->partial));
    return 0;
}

void solver_step(heat_state *s, const heat_params *p)
{
    dim3 b(p->block[0], p->block[1], p->block[2]);
    dim3 g((p->nx + b.x - 1) / b.x, (p->ny + b.y - 1) / b.y, (p->nz + b.z - 1) / b.z);
    diffuse<<<g, b>>>(s->u_old, s->u_new, p->nx, p->ny, p->nz, p->kappa * p->dt / (p->dx * p->dx));
    CHK(cudaGetLastError());
    double *t = s->u_old;
    s->u_old = s->u_new;
    s->u_new = t;
}

double solver_energy(heat_state *s, const heat_params *p)
{
    double sum = 0, *h = (double *)malloc(s->n_partial * sizeof(double));
    sum_blocks<<<s->n_partial, RED_THREADS>>>(s->u_old, s->partial, params_points(p));
    CHK(cudaMemcpy(h, s->partial, s->n_partial * sizeof(double), cudaMemcpyDeviceToHost));
    for (int i = 0; i < s->n_partial; i++) sum += h[i];
    free(h);
    return sum;
}

void solver_destroy(heat_state *s)
{
    cudaFree(s->u_old);
    cudaFree(s->u_new);
    cudaFree(s->partial);
}
