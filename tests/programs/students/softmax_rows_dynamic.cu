// Row-wise softmax. One block per row, block size is the next power of two
// of the row length (at most 512), reductions in dynamic shared memory.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define cudaCheck(expr) stopOnError((expr), #expr, __LINE__)
static inline void stopOnError(cudaError_t rc, const char *expr, int line, int exitCode = 4)
{
    if (rc == cudaSuccess)
        return;
    fprintf(stderr, "line %d: %s gave %s\n", line, expr, cudaGetErrorString(rc));
    exit(exitCode);
}

__global__ void softmax_kernel(const float *x, float *y, int cols)
{
    extern __shared__ float buf[];
    const float *xr = x + (size_t)blockIdx.x * cols;
    float *yr = y + (size_t)blockIdx.x * cols;
    int t = threadIdx.x;

    float m = -FLT_MAX;
    for (int c = t; c < cols; c += blockDim.x)
        m = fmaxf(m, xr[c]);
    buf[t] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            buf[t] = fmaxf(buf[t], buf[t + s]);
        __syncthreads();
    }
    m = buf[0];
    __syncthreads();

    float sum = 0.f;
    for (int c = t; c < cols; c += blockDim.x) {
        float e = expf(xr[c] - m);
        yr[c] = e;
        sum += e;
    }
    buf[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            buf[t] += buf[t + s];
        __syncthreads();
    }
    sum = buf[0];
    for (int c = t; c < cols; c += blockDim.x)
        yr[c] /= sum;
}

static void softmax_host(const float *x, float *y, int rows, int cols)
{
    for (int r = 0; r < rows; ++r) {
        float m = -FLT_MAX;
        for (int c = 0; c < cols; ++c) m = fmaxf(m, x[r * cols + c]);
        double s = 0;
        for (int c = 0; c < cols; ++c) s += exp(x[r * cols + c] - m);
        for (int c = 0; c < cols; ++c) y[r * cols + c] = (float)(exp(x[r * cols + c] - m) / s);
    }
}

int main(int argc, char **argv)
{
    int rows = 64, cols = 200;
    if (argc > 2) {
        rows = atoi(argv[1]);
        cols = atoi(argv[2]);
    }
    int n = rows * cols;
    float *x = (float *)malloc(n * sizeof(float));
    float *y = (float *)malloc(n * sizeof(float));
    float *ref = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i) x[i] = 10.f * rand() / (float)RAND_MAX;

    int block = 1;
    while (block < cols && block < 512)
        block <<= 1;

    float *dx, *dy;
    cudaCheck(cudaMalloc(&dx, n * sizeof(float)));
    cudaCheck(cudaMalloc(&dy, n * sizeof(float)));
    cudaCheck(cudaMemcpy(dx, x, n * sizeof(float), cudaMemcpyHostToDevice));
    softmax_kernel<<<rows, block, block * sizeof(float)>>>(dx, dy, cols);
    cudaCheck(cudaPeekAtLastError());
    cudaCheck(cudaDeviceSynchronize());
    cudaCheck(cudaMemcpy(y, dy, n * sizeof(float), cudaMemcpyDeviceToHost));

    softmax_host(x, ref, rows, cols);
    float worst = 0.f;
    for (int i = 0; i < n; ++i) worst = fmaxf(worst, fabsf(y[i] - ref[i]));
    printf("softmax %dx%d, block %d, worst difference %g\n", rows, cols, block, worst);

    cudaFree(dx);
    cudaFree(dy);
    free(x);
    free(y);
    free(ref);
    return worst < 1e-5f ? 0 : 1;
}
