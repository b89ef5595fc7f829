/*
 * Jacobi iteration for a diagonally dominant system in one cooperative
 * launch: the whole grid synchronises between the sweeps.  A second version
 * uses one ordinary launch per sweep and serves as the reference.
 */
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

namespace cg = cooperative_groups;

#define N_ROWS 256
#define THREADS 64
#define SWEEPS 20

#define CK(x)                                                                    \
    do {                                                                         \
        cudaError_t r = (x);                                                     \
        if (r != cudaSuccess) {                                                  \
            fprintf(stderr, "%d: %s -> %s\n", __LINE__, #x, cudaGetErrorName(r)); \
            exit(EXIT_FAILURE);                                                  \
        }                                                                        \
    } while (0)

__device__ float rowUpdate(const float *A, const float *b, const float *x, int row, cg::thread_block_tile<32> warp)
{
    float s = 0.0f;
    for (int c = warp.thread_rank(); c < N_ROWS; c += warp.size())
        if (c != row) s += A[row * N_ROWS + c] * x[c];
    for (int d = warp.size() / 2; d > 0; d /= 2) s += warp.shfl_down(s, d);
    return (b[row] - s) / A[row * N_ROWS + row];          // valid in lane 0
}

__global__ void jacobiPersistent(const float *A, const float *b, float *x0, float *x1, int sweeps)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int warpsInGrid = gridDim.x * (blockDim.x / 32);
    const int myWarp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;

    for (int k = 0; k < sweeps; k++) {
        const float *src = (k & 1) ? x1 : x0;
        float *dst = (k & 1) ? x0 : x1;
        for (int row = myWarp; row < N_ROWS; row += warpsInGrid) {
            float v = rowUpdate(A, b, src, row, warp);
            if (warp.thread_rank() == 0) dst[row] = v;
        }
        grid.sync();
    }
}

__global__ void jacobiSweep(const float *A, const float *b, const float *src, float *dst)
{
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= N_ROWS) return;
    float v = rowUpdate(A, b, src, row, warp);
    if (warp.thread_rank() == 0) dst[row] = v;
}

static void createSystem(float *A, float *b, const float *xTrue)
{
    for (int i = 0; i < N_ROWS; i++) {
        float off = 0;
        for (int j = 0; j < N_ROWS; j++) {
            A[i * N_ROWS + j] = ((i * 5 + j * 3) % 9) * 0.01f;
            if (j != i) off += A[i * N_ROWS + j];
        }
        A[i * N_ROWS + i] = 2.5f * off + 1.0f;
        double s = 0;
        for (int j = 0; j < N_ROWS; j++) s += (double)A[i * N_ROWS + j] * xTrue[j];
        b[i] = (float)s;
    }
}

int main(int argc, char **argv)
{
    int sweeps = SWEEPS;
    if (argc > 1) sweeps = atoi(argv[1]);
    float *A, *b, xTrue[N_ROWS], x[N_ROWS];
    CK(cudaMallocHost(&A, sizeof(float) * N_ROWS * N_ROWS));
    CK(cudaMallocHost(&b, sizeof(float) * N_ROWS));
    for (int i = 0; i < N_ROWS; i++) xTrue[i] = (i % 8) - 3.5f;
    createSystem(A, b, xTrue);

    float *d_A, *d_b, *d_x[2];
    CK(cudaMalloc(&d_A, sizeof(float) * N_ROWS * N_ROWS));
    CK(cudaMalloc(&d_b, sizeof(float) * N_ROWS));
    CK(cudaMalloc(&d_x[0], sizeof(float) * N_ROWS));
    CK(cudaMalloc(&d_x[1], sizeof(float) * N_ROWS));
    CK(cudaMemcpy(d_A, A, sizeof(float) * N_ROWS * N_ROWS, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(d_b, b, sizeof(float) * N_ROWS, cudaMemcpyHostToDevice));

    // ordinary launches
    CK(cudaMemset(d_x[0], 0, sizeof(float) * N_ROWS));
    const int rowsPerBlock = THREADS / 32;
    for (int k = 0; k < sweeps; ++k)
        jacobiSweep<<<N_ROWS / rowsPerBlock, THREADS>>>(d_A, d_b, d_x[k % 2], d_x[(k + 1) % 2]);
    CK(cudaGetLastError());
    CK(cudaMemcpy(x, d_x[sweeps % 2], sizeof x, cudaMemcpyDeviceToHost));
    double e1 = 0;
    for (int i = 0; i < N_ROWS; i++) e1 = fmax(e1, fabs(x[i] - xTrue[i]));

    // one cooperative launch, as many blocks as fit
    int device = 0, supports = 0, sms = 0, perSm = 0;
    CK(cudaDeviceGetAttribute(&supports, cudaDevAttrCooperativeLaunch, device));
    if (!supports) {
        printf("no cooperative launch on this device, waiving the second part\n");
        return EXIT_SUCCESS;
    }
    CK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, jacobiPersistent, THREADS, 0));
    CK(cudaMemset(d_x[0], 0, sizeof(float) * N_ROWS));
    dim3 nblocks(sms * perSm), nthreads(THREADS);
    void *args[] = {(void *)&d_A, (void *)&d_b, (void *)&d_x[0], (void *)&d_x[1], (void *)&sweeps};
    CK(cudaLaunchCooperativeKernel((void *)jacobiPersistent, nblocks, nthreads, args, 0, 0));
    CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(x, d_x[sweeps & 1], sizeof x, cudaMemcpyDeviceToHost));
    double e2 = 0;
    for (int i = 0; i < N_ROWS; i++) e2 = fmax(e2, fabs(x[i] - xTrue[i]));

    printf("error %g (launch per sweep), %g (cooperative)\n", e1, e2);
    CK(cudaFree(d_A)); CK(cudaFree(d_b)); CK(cudaFree(d_x[0])); CK(cudaFree(d_x[1]));
    CK(cudaFreeHost(A)); CK(cudaFreeHost(b));
    const bool ok = e1 < 1e-3 && e2 < 1e-3;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
