/* PROGRAM DIFF3D
 * three dimensional diffusion, 7 point stencil.
 * translated from our F77 code, hence 1-based indices and column order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NI 34
#define NJ 26
#define NK 18
#define NTOT (NI*NJ*NK)
#define NTIME 10

/* A(I,J,K) with I fastest, I = 1..NI */
#define A3(a,i,j,k) a[((i)-1) + NI*(((j)-1) + NJ*((k)-1))]

#define IBLK 16
#define JBLK 4
#define KBLK 2

static double dx = 0.1, dt = 1.0e-3, diff = 0.5;

__global__ void sweep(const double *uold, double *unew, double cfl)
{
    int i = blockIdx.x*blockDim.x + threadIdx.x + 1;
    int j = blockIdx.y*blockDim.y + threadIdx.y + 1;
    int k = blockIdx.z*blockDim.z + threadIdx.z + 1;
    if (i > 1 && i < NI && j > 1 && j < NJ && k > 1 && k < NK) {
        A3(unew,i,j,k) = A3(uold,i,j,k) + cfl*(
              A3(uold,i+1,j,k) + A3(uold,i-1,j,k)
            + A3(uold,i,j+1,k) + A3(uold,i,j-1,k)
            + A3(uold,i,j,k+1) + A3(uold,i,j,k-1)
            - 6.0*A3(uold,i,j,k));
    }
}

void sweep_cpu(const double *uold, double *unew, double cfl)
{
    int i, j, k;
    for (k = 2; k <= NK-1; k++)
        for (j = 2; j <= NJ-1; j++)
            for (i = 2; i <= NI-1; i++)
                A3(unew,i,j,k) = A3(uold,i,j,k) + cfl*(
                      A3(uold,i+1,j,k) + A3(uold,i-1,j,k)
                    + A3(uold,i,j+1,k) + A3(uold,i,j-1,k)
                    + A3(uold,i,j,k+1) + A3(uold,i,j,k-1)
                    - 6.0*A3(uold,i,j,k));
}

int main()
{
    double *u1, *u2, *w;          /* host */
    double *du1, *du2, *dtmp;     /* device */
    double cfl, resid;
    int i, j, k, it;

    u1 = (double *) malloc(NTOT*sizeof(double));
    u2 = (double *) malloc(NTOT*sizeof(double));
    w  = (double *) malloc(NTOT*sizeof(double));
    for (k = 1; k <= NK; k++)
        for (j = 1; j <= NJ; j++)
            for (i = 1; i <= NI; i++) {
                A3(u1,i,j,k) = sin(0.3*i)*cos(0.2*j) + 0.05*k;
                A3(u2,i,j,k) = A3(u1,i,j,k);
            }

    cudaMalloc((void **) &du1, NTOT*sizeof(double));
    cudaMalloc((void **) &du2, NTOT*sizeof(double));
    cudaMemcpy(du1, u1, NTOT*sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(du2, u2, NTOT*sizeof(double), cudaMemcpyHostToDevice);

    cfl = diff*dt/(dx*dx);
    dim3 threads(IBLK, JBLK, KBLK);
    dim3 blocks((NI-1)/IBLK + 1, (NJ-1)/JBLK + 1, (NK-1)/KBLK + 1);

    for (it = 1; it <= NTIME; it++) {
        sweep<<<blocks, threads>>>(du1, du2, cfl);
        dtmp = du1;
        du1 = du2;
        du2 = dtmp;
    }
    cudaMemcpy(w, du1, NTOT*sizeof(double), cudaMemcpyDeviceToHost);

    for (it = 1; it <= NTIME; it++) {
        double *t;
        sweep_cpu(u1, u2, cfl);
        t = u1;
        u1 = u2;
        u2 = t;
    }
    resid = 0.0;
    for (i = 0; i < NTOT; i++)
        resid = fmax(resid, fabs(w[i] - u1[i]));
    printf(" MAX DIFFERENCE  %12.4E\n", resid);
    if (resid < 1.0e-12) printf(" RUN OK\n");

    cudaFree(du1);
    cudaFree(du2);
    free(u1);
    free(u2);
    free(w);
    return resid < 1.0e-12 ? 0 : 1;
}
