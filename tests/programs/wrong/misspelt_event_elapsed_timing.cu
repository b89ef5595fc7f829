#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                   \
    do {                                                                   \
        cudaError_t err_ = (call);                                         \
        if (err_ != cudaSuccess) {                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                    cudaGetErrorString(err_));                             \
            exit(EXIT_FAILURE);                                            \
        }                                                                  \
    } while (0)

__global__ void triad(double *a, const double *b, const double *c, double s, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + s * c[i];
}

int main(void)
{
    const size_t n = 1 << 22;
    double *a, *b, *c;
    cudaEvent_t start, stop;
    float ms = 0.0f;

    CUDA_CHECK(cudaMalloc(&a, n * sizeof *a));
    CUDA_CHECK(cudaMalloc(&b, n * sizeof *b));
    CUDA_CHECK(cudaMalloc(&c, n * sizeof *c));
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));

    CUDA_CHECK(cudaEventRecord(start, 0));
    triad<<<(unsigned)((n + 511) / 512), 512>>>(a, b, c, 3.0, n);
    CUDA_CHECK(cudaEventRecord(stop, 0));
    CUDA_CHECK(cudaEventSynchronize(stop));
    CUDA_CHECK(cudaEventElapsedTimes(&ms, start, stop)); //~ 38:16 'cudaEventElapsedTimes' is not known: did you mean 'cudaEventElapsedTime'?
    printf("%.2f GB/s\n", 3.0 * n * sizeof(double) / ms / 1e6);
    return 0;
}
