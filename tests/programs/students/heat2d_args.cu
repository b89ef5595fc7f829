/*
 * 2D heat equation, explicit Euler, fixed boundary.
 * usage: heat2d [nx] [ny] [steps]
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define BX 16
#define BY 16
#define DEFAULT_NX 120
#define DEFAULT_NY 90
#define DEFAULT_STEPS 50

#define IDX(i, j, nx) ((j) * (nx) + (i))

#ifdef DEBUG
#define SYNC_CHECK()                                              \
    do {                                                          \
        cudaDeviceSynchronize();                                  \
        printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); \
    } while (0)
#else
#define SYNC_CHECK() ((void)0)
#endif

__global__ void heat_init(float *u, int nx, int ny)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny)
        return;
    u[IDX(i, j, nx)] = (i == 0 || j == 0 || i == nx - 1 || j == ny - 1) ? 100.0f : 20.0f;
}

__global__ void heat_step(const float *u, float *v, int nx, int ny, float r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i <= 0 || j <= 0 || i >= nx - 1 || j >= ny - 1)
        return;
    float c = u[IDX(i, j, nx)];
    v[IDX(i, j, nx)] = c + r * (u[IDX(i - 1, j, nx)] + u[IDX(i + 1, j, nx)] +
                                u[IDX(i, j - 1, nx)] + u[IDX(i, j + 1, nx)] - 4.0f * c);
}

static void swap_ptr(float **a, float **b)
{
    float *t = *a;
    *a = *b;
    *b = t;
}

static void host_solve(float *u, float *v, int nx, int ny, int steps, float r)
{
    float *dst = u;
    for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
            u[IDX(i, j, nx)] = v[IDX(i, j, nx)] =
                (i == 0 || j == 0 || i == nx - 1 || j == ny - 1) ? 100.0f : 20.0f;
    for (int s = 0; s < steps; s++) {
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++) {
                float c = u[IDX(i, j, nx)];
                v[IDX(i, j, nx)] = c + r * (u[IDX(i - 1, j, nx)] + u[IDX(i + 1, j, nx)] +
                                            u[IDX(i, j - 1, nx)] + u[IDX(i, j + 1, nx)] - 4.0f * c);
            }
        swap_ptr(&u, &v);
    }
    if (u != dst)
        for (int k = 0; k < nx * ny; k++)
            dst[k] = u[k];
}

int main(int argc, char **argv)
{
    int nx = argc > 1 ? atoi(argv[1]) : DEFAULT_NX;
    int ny = argc > 2 ? atoi(argv[2]) : DEFAULT_NY;
    int steps = argc > 3 ? atoi(argv[3]) : DEFAULT_STEPS;
    if (nx < 3 || ny < 3) {
        fprintf(stderr, "grid too small\n");
        return 1;
    }
    const float dt = 0.1f, alpha = 1.0f, h = 1.0f;
    const float r = alpha * dt / (h * h);
    const size_t bytes = (size_t)nx * ny * sizeof(float);

    float *u, *v;
    if (cudaMalloc(&u, bytes) != cudaSuccess || cudaMalloc(&v, bytes) != cudaSuccess) {
        fprintf(stderr, "no device memory\n");
        return 1;
    }
    dim3 block(BX, BY);
    dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY);

    heat_init<<<grid, block>>>(u, nx, ny);
    SYNC_CHECK();
    cudaMemcpy(v, u, bytes, cudaMemcpyDeviceToDevice);

    for (int s = 0; s < steps; s++) {
        heat_step<<<grid, block>>>(u, v, nx, ny, r);
        SYNC_CHECK();
        swap_ptr(&u, &v);
    }

    float *got = (float *)malloc(bytes), *ref = (float *)malloc(bytes), *tmp = (float *)malloc(bytes);
    cudaMemcpy(got, u, bytes, cudaMemcpyDeviceToHost);
    host_solve(ref, tmp, nx, ny, steps, r);
    float worst = 0.0f;
    for (int k = 0; k < nx * ny; k++)
        worst = fmaxf(worst, fabsf(got[k] - ref[k]));
    printf("%d x %d, %d steps, centre %.3f, worst difference %g\n", nx, ny, steps,
           got[IDX(nx / 2, ny / 2, nx)], worst);
    cudaFree(u);
    cudaFree(v);
    free(got);
    free(ref);
    free(tmp);
    return worst < 1e-3f ? EXIT_SUCCESS : EXIT_FAILURE;
}
