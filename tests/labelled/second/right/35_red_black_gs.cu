#include <cstdio>
#include <cuda_runtime.h>

#define NX 66
#define NY 50

__global__ void relax(double *u, const double *rhs, int colour)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= NX - 1 || j >= NY - 1) return;
    if (((i + j) & 1) != colour) return;

    int p = j * NX + i;
    u[p] = 0.25 * (u[p - 1] + u[p + 1] + u[p - NX] + u[p + NX] + rhs[p]);
}

int main()
{
    double *u, *rhs;
    cudaMallocManaged(&u, NX * NY * sizeof(double));
    cudaMallocManaged(&rhs, NX * NY * sizeof(double));
    for (int p = 0; p < NX * NY; ++p) {
        u[p] = 0.0;
        rhs[p] = 1.0;
    }
    dim3 tb(16, 8);
    dim3 nb((NX + tb.x - 1) / tb.x, (NY + tb.y - 1) / tb.y);
    for (int sweep = 0; sweep < 30; ++sweep) {
        relax<<<nb, tb>>>(u, rhs, 0);
        relax<<<nb, tb>>>(u, rhs, 1);
    }
    cudaDeviceSynchronize();
    printf("u(mid) = %f\n", u[(NY / 2) * NX + NX / 2]);
    cudaFree(u);
    cudaFree(rhs);
    return 0;
}
