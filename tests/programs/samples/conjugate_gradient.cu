/* CG for  (I + nu * L) x = b  on an NX x NY grid, matrix free.           */
/* Translated from an old FORTRAN code: arrays begin at 1 through macros, */
/* loops run to and including the upper limit.                            */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define NX 64
#define NY 48
#define NTOT (NX * NY)
#define NTHR 128
#define NBLK ((NTOT + NTHR - 1) / NTHR)
#define MAXIT 60
#define TOL 1.0e-10

#define IX(i, j) ((i) - 1 + NX * ((j) - 1))     /* column major, 1-based */

__device__ double dotpart[NBLK];
__device__ double scal[4];                       /* rho, pAp, alpha, beta */
enum { RHO = 0, PAP = 1, ALPHA = 2, BETA = 3 };

__global__ void matvec(const double *p, double *q, double nu)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (k > NTOT) return;
    int j = (k - 1) / NX + 1, i = k - (j - 1) * NX;
    double c = p[IX(i, j)], s = 4.0 * c;
    if (i > 1) s -= p[IX(i - 1, j)];
    if (i < NX) s -= p[IX(i + 1, j)];
    if (j > 1) s -= p[IX(i, j - 1)];
    if (j < NY) s -= p[IX(i, j + 1)];
    q[IX(i, j)] = c + nu * s;
}

__global__ void dot1(const double *a, const double *b)
{
    __shared__ double w[NTHR];
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    w[threadIdx.x] = k < NTOT ? a[k] * b[k] : 0.0;
    for (int h = NTHR / 2; h >= 1; h = h / 2) {
        __syncthreads();
        if (threadIdx.x < h) w[threadIdx.x] += w[threadIdx.x + h];
    }
    if (threadIdx.x == 0) dotpart[blockIdx.x] = w[0];
}

/* which = RHO: new rho, beta = rho/rho_old;  which = PAP: alpha = rho/pAp */
__global__ void dot2(int which, int first)
{
    double s = 0.0;
    for (int b = 0; b < NBLK; b++) s += dotpart[b];
    if (which == RHO) {
        scal[BETA] = first ? 0.0 : s / scal[RHO];
        scal[RHO] = s;
    } else {
        scal[PAP] = s;
        scal[ALPHA] = scal[RHO] / s;
    }
}

__global__ void update_p(double *p, const double *r)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < NTOT) p[k] = r[k] + scal[BETA] * p[k];
}

__global__ void update_xr(double *x, double *r, const double *p, const double *q)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < NTOT) {
        x[k] += scal[ALPHA] * p[k];
        r[k] -= scal[ALPHA] * q[k];
    }
}

static void amul(const double *p, double *q, double nu)
{
    int i, j;
    for (j = 1; j <= NY; j++)
        for (i = 1; i <= NX; i++) {
            double s = 4.0 * p[IX(i, j)];
            if (i > 1) s -= p[IX(i - 1, j)];
            if (i < NX) s -= p[IX(i + 1, j)];
            if (j > 1) s -= p[IX(i, j - 1)];
            if (j < NY) s -= p[IX(i, j + 1)];
            q[IX(i, j)] = p[IX(i, j)] + nu * s;
        }
}

int main(void)
{
    static double xs[NTOT], b[NTOT], x[NTOT];
    const double nu = 0.35;
    double *work, *dx, *dr, *dp, *dq, rho, rho0 = 0.0;
    int i, j, it;

    for (j = 1; j <= NY; j++)
        for (i = 1; i <= NX; i++) xs[IX(i, j)] = sin(0.1 * i) * cos(0.2 * j);
    amul(xs, b, nu);

    /* one work array, split like a COMMON block */
    if (cudaMalloc((void **)&work, 4 * NTOT * sizeof(double)) != cudaSuccess) return 2;
    dx = work;
    dr = work + NTOT;
    dp = work + 2 * NTOT;
    dq = work + 3 * NTOT;
    cudaMemset(work, 0, 4 * NTOT * sizeof(double));
    cudaMemcpy(dr, b, NTOT * sizeof(double), cudaMemcpyHostToDevice);

    for (it = 1; it <= MAXIT; it++) {
        dot1<<<NBLK, NTHR>>>(dr, dr);
        dot2<<<1, 1>>>(RHO, it == 1);
        cudaMemcpyFromSymbol(&rho, scal, sizeof(double), RHO * sizeof(double));
        if (it == 1) rho0 = rho;
        if (it > 1 && rho < TOL * TOL * rho0) break;
        update_p<<<NBLK, NTHR>>>(dp, dr);
        matvec<<<NBLK, NTHR>>>(dp, dq, nu);
        dot1<<<NBLK, NTHR>>>(dp, dq);
        dot2<<<1, 1>>>(PAP, 0);
        update_xr<<<NBLK, NTHR>>>(dx, dr, dp, dq);
    }
    cudaMemcpy(x, dx, NTOT * sizeof(double), cudaMemcpyDeviceToHost);
    double err = 0.0;
    for (i = 0; i < NTOT; i++) err = fmax(err, fabs(x[i] - xs[i]));
    printf(" ITERATIONS %4d   RESIDUAL %12.4E   ERROR %12.4E\n", it - 1, sqrt(rho), err);
    printf(" %s\n", err < 1e-7 ? "CONVERGED" : "*** FAILED ***");
    cudaFree(work);
    return err < 1e-7 ? 0 : 1;
}
