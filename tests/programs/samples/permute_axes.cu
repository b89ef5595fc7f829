// Permutes the axes of a 3D tensor of doubles: (d, h, w) -> (d, w, h) with a
// plain and with a tiled kernel, (d, h, w) -> (w, h, d) element by element.
// The candidates sit in a table of kernel pointers.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

const int SIDE = 16;        // tile is SIDE x SIDE, a block has SIDE x SIDE/4 threads
const int QUARTER = SIDE / 4;
const int REPEATS = 3;

typedef void (*PermuteKernel)(const double *in, double *out, int d, int h, int w);

__global__ void swapPlain(const double *in, double *out, int d, int h, int w)
{
    const int x = blockIdx.x * SIDE + threadIdx.x;
    const size_t slab = (size_t)blockIdx.z * h * w;
    for (int k = 0; k < SIDE; k += QUARTER) {
        const int y = blockIdx.y * SIDE + threadIdx.y + k;
        if (x < w && y < h) out[slab + (size_t)x * h + y] = in[slab + (size_t)y * w + x];
    }
}

template <int PAD>
__global__ void swapTiled(const double *in, double *out, int d, int h, int w)
{
    __shared__ double t[SIDE][SIDE + PAD];
    const size_t slab = (size_t)blockIdx.z * h * w;
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    for (int k = 0; k < SIDE; k += QUARTER)
        if (x < w && y + k < h) t[threadIdx.y + k][threadIdx.x] = in[slab + (size_t)(y + k) * w + x];
    __syncthreads();
    x = blockIdx.y * SIDE + threadIdx.x;
    y = blockIdx.x * SIDE + threadIdx.y;
    for (int k = 0; k < SIDE; k += QUARTER)
        if (x < h && y + k < w) out[slab + (size_t)(y + k) * h + x] = t[threadIdx.x][threadIdx.y + k];
}

__global__ void reverseAxes(const double *in, double *out, int d, int h, int w)
{
    const int x = blockIdx.x * SIDE + threadIdx.x, z = blockIdx.z;
    for (int y = blockIdx.y * SIDE + threadIdx.y; y < min(h, (int)(blockIdx.y + 1) * SIDE); y += QUARTER)
        if (x < w) out[((size_t)x * h + y) * d + z] = in[((size_t)z * h + y) * w + x];
}

enum Order { DWH, WHD };

struct Candidate {
    const char *name;
    PermuteKernel kernel;
    Order order;
};

static size_t target(Order o, int d, int h, int w, int z, int y, int x)
{
    return o == DWH ? ((size_t)z * w + x) * h + y : ((size_t)x * h + y) * d + z;
}

int main(int argc, char **argv)
{
    int d = 5, h = 70, w = 110;
    if (argc == 4) { d = atoi(argv[1]); h = atoi(argv[2]); w = atoi(argv[3]); }
    const size_t count = (size_t)d * h * w, bytes = count * sizeof(double);

    double *src = (double *)malloc(bytes), *dst = (double *)malloc(bytes);
    for (size_t i = 0; i < count; ++i) src[i] = (double)i;
    double *d_in, *d_out;
    if (cudaMalloc(&d_in, bytes) != cudaSuccess || cudaMalloc(&d_out, bytes) != cudaSuccess) {
        fprintf(stderr, "cannot allocate 2 x %zu bytes\n", bytes);
        return 1;
    }
    cudaMemcpy(d_in, src, bytes, cudaMemcpyHostToDevice);

    const Candidate all[] = {
        {"plain", swapPlain, DWH},
        {"tiled", swapTiled<0>, DWH},
        {"padded", swapTiled<1>, DWH},
        {"reversed", reverseAxes, WHD},
    };
    const dim3 block(SIDE, QUARTER);
    const dim3 grid((w + SIDE - 1) / SIDE, (h + SIDE - 1) / SIDE, d);
    cudaEvent_t e0, e1;
    cudaEventCreate(&e0);
    cudaEventCreate(&e1);
    int failures = 0;
    for (const Candidate &c : all) {
        cudaMemset(d_out, 0xff, bytes);
        c.kernel<<<grid, block>>>(d_in, d_out, d, h, w);

        PermuteKernel again = c.kernel;
        cudaEventRecord(e0, 0);
        for (int r = 0; r < REPEATS; ++r)
            again<<<grid, block>>>(d_in, d_out, d, h, w);
        cudaEventRecord(e1, 0);
        cudaEventSynchronize(e1);
        float ms;
        cudaEventElapsedTime(&ms, e0, e1);
        cudaMemcpy(dst, d_out, bytes, cudaMemcpyDeviceToHost);
        size_t wrong = 0;
        for (int z = 0; z < d; ++z)
            for (int y = 0; y < h; ++y)
                for (int x = 0; x < w; ++x)
                    wrong += dst[target(c.order, d, h, w, z, y, x)] != src[((size_t)z * h + y) * w + x];
        printf("%-9s %7.3f GB/s  %s\n", c.name, 2e-6 * bytes * REPEATS / ms, wrong ? "WRONG" : "ok");
        failures += wrong != 0;
    }
    cudaEventDestroy(e0);
    cudaEventDestroy(e1);
    cudaFree(d_in);
    cudaFree(d_out);
    free(src);
    free(dst);
    puts(failures ? "FAILED" : "PASSED");
    return failures;
}
