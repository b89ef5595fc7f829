/*
 * Rectangular matrix product C(m x n) = A(m x k) * B(k x n), single precision,
 * with a square tile of A and B in shared memory.  Sizes that are not a
 * multiple of the tile are padded on the device: the padded leading
 * dimensions are what the kernel gets, so it needs no bounds checks.
 *
 * Options:  -m=<rows>  -n=<columns>  -k=<inner>  -tile=16|32  -reps=<count>
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <cuda_runtime.h>

#define CHECK_CUDA(call)                                                      \
    do {                                                                      \
        cudaError_t status_ = (call);                                         \
        if (status_ != cudaSuccess) {                                         \
            fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__,     \
                    #call, cudaGetErrorString(status_));                      \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    } while (0)

struct Options {
    int m, n, k;
    int tile;
    int reps;
};

struct PaddedMatrix {
    int rows, cols;          // as asked for
    int ldRows, ldCols;      // padded to the tile
    float *host;
    float *device;
    size_t bytes() const { return sizeof(float) * ldRows * ldCols; }
};

template <int TILE>
__global__ void multiplyTiled(const float *A, const float *B, float *C, int inner, int ldb)
{
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    const float *pa = A + row * inner + threadIdx.x;
    const float *pb = B + threadIdx.y * ldb + col;

    float acc = 0.0f;
    for (int steps = inner / TILE; steps > 0; --steps, pa += TILE, pb += TILE * ldb) {
        a[threadIdx.y][threadIdx.x] = *pa;
        b[threadIdx.y][threadIdx.x] = *pb;
        __syncthreads();
#pragma unroll
        for (int q = 0; q < TILE; ++q) acc = fmaf(a[threadIdx.y][q], b[q][threadIdx.x], acc);
        __syncthreads();
    }
    C[row * ldb + col] = acc;
}

static int option(int argc, char **argv, const char *name, int fallback)
{
    const size_t len = strlen(name);
    for (int i = 1; i < argc; ++i)
        if (argv[i][0] == '-' && !strncmp(argv[i] + 1, name, len) && argv[i][len + 1] == '=')
            return atoi(argv[i] + len + 2);
    return fallback;
}

static PaddedMatrix createMatrix(int rows, int cols, int tile)
{
    PaddedMatrix p;
    p.rows = rows;
    p.cols = cols;
    p.ldRows = (rows + tile - 1) / tile * tile;
    p.ldCols = (cols + tile - 1) / tile * tile;
    CHECK_CUDA(cudaMallocHost((void **)&p.host, p.bytes()));
    CHECK_CUDA(cudaMalloc((void **)&p.device, p.bytes()));
    memset(p.host, 0, p.bytes());
    return p;
}

static void fillMatrix(PaddedMatrix &p, unsigned seed)
{
    for (int r = 0; r < p.rows; ++r)
        for (int c = 0; c < p.cols; ++c) {
            seed = seed * 1103515245u + 12345u;
            p.host[r * p.ldCols + c] = (float)(seed >> 16 & 1023) / 1024.0f - 0.5f;
        }
}

static void destroyMatrix(PaddedMatrix &p)
{
    CHECK_CUDA(cudaFreeHost(p.host));
    CHECK_CUDA(cudaFree(p.device));
}

static void launchMultiply(const PaddedMatrix &A, const PaddedMatrix &B, PaddedMatrix &C, int tile, cudaStream_t s)
{
    const dim3 threads(tile, tile);
    const dim3 grid(C.ldCols / threads.x, C.ldRows / threads.y);
    if (tile == 16)
        multiplyTiled<16><<<grid, threads, 0, s>>>(A.device, B.device, C.device, A.ldCols, B.ldCols);
    else
        multiplyTiled<32><<<grid, threads, 0, s>>>(A.device, B.device, C.device, A.ldCols, B.ldCols);
    CHECK_CUDA(cudaGetLastError());
}

int main(int argc, char **argv)
{
    Options opt;
    opt.m = option(argc, argv, "m", 300);
    opt.n = option(argc, argv, "n", 250);
    opt.k = option(argc, argv, "k", 310);
    opt.tile = option(argc, argv, "tile", 32);
    opt.reps = option(argc, argv, "reps", 5);
    if (opt.tile != 16 && opt.tile != 32) {
        fprintf(stderr, "the tile has to be 16 or 32\n");
        return EXIT_FAILURE;
    }

    PaddedMatrix A = createMatrix(opt.m, opt.k, opt.tile);
    PaddedMatrix B = createMatrix(opt.k, opt.n, opt.tile);
    PaddedMatrix C = createMatrix(opt.m, opt.n, opt.tile);
    fillMatrix(A, 1u);
    fillMatrix(B, 2u);

    cudaStream_t stream;
    cudaEvent_t start, stop;
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_CUDA(cudaEventCreate(&start));
    CHECK_CUDA(cudaEventCreate(&stop));
    CHECK_CUDA(cudaMemcpyAsync(A.device, A.host, A.bytes(), cudaMemcpyHostToDevice, stream));
    CHECK_CUDA(cudaMemcpyAsync(B.device, B.host, B.bytes(), cudaMemcpyHostToDevice, stream));

    launchMultiply(A, B, C, opt.tile, stream);            // warm-up
    CHECK_CUDA(cudaEventRecord(start, stream));
    for (int r = 0; r < opt.reps; ++r) launchMultiply(A, B, C, opt.tile, stream);
    CHECK_CUDA(cudaEventRecord(stop, stream));
    CHECK_CUDA(cudaMemcpyAsync(C.host, C.device, C.bytes(), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    float ms = 0.0f;
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, stop));
    printf("%d x %d x %d, tile %d: %.3f ms, %.2f GFlop/s\n", opt.m, opt.n, opt.k, opt.tile, ms / opt.reps,
           2.0e-6 * opt.m * opt.n * opt.k / (ms / opt.reps));

    int wrong = 0;
    for (int r = 0; r < opt.m; ++r)
        for (int c = 0; c < opt.n; ++c) {
            double ref = 0.0;
            for (int q = 0; q < opt.k; ++q) ref += (double)A.host[r * A.ldCols + q] * B.host[q * B.ldCols + c];
            if (fabs(ref - C.host[r * C.ldCols + c]) > 1e-3 && wrong++ == 0)
                printf("C[%d][%d] = %f, should be %f\n", r, c, C.host[r * C.ldCols + c], ref);
        }
    printf("%s\n", wrong ? "Result = FAIL" : "Result = PASS");

    destroyMatrix(A);
    destroyMatrix(B);
    destroyMatrix(C);
    CHECK_CUDA(cudaEventDestroy(start));
    CHECK_CUDA(cudaEventDestroy(stop));
    CHECK_CUDA(cudaStreamDestroy(stream));
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
