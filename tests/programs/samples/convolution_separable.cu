/*
 * Gaussian blur as two one-dimensional passes.
 *
 * The taps sit in constant memory.  The horizontal pass gives each block a
 * strip of one row with its halo in dynamic shared memory; the vertical pass
 * lets every thread produce ROWS_PER_THREAD results below each other.
 * Pixels outside of the image repeat the border.
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_RADIUS 12
#define STRIP 96
#define COL_X 32
#define COL_Y 4
#define ROWS_PER_THREAD 6

__constant__ float taps[2 * MAX_RADIUS + 1];

typedef struct {
    int width, height;
    float *a, *b;          /* device: image and intermediate result */
} BlurPlan;

#define REQUIRE(cond, ...)                   \
    do {                                     \
        if (!(cond)) {                       \
            fprintf(stderr, __VA_ARGS__);    \
            fputc('\n', stderr);             \
            exit(EXIT_FAILURE);              \
        }                                    \
    } while (0)
#define CUDA(x) REQUIRE((x) == cudaSuccess, "line %d: %s", __LINE__, #x)

static __host__ __device__ inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

__global__ void blurHorizontal(const float *src, float *dst, int width, int radius)
{
    extern __shared__ float strip[];
    const float *row = src + (size_t)blockIdx.y * width;
    const int x0 = blockIdx.x * STRIP;
    for (int i = threadIdx.x; i < STRIP + 2 * radius; i += blockDim.x)
        strip[i] = row[clampi(x0 + i - radius, 0, width - 1)];
    __syncthreads();
    const int x = x0 + threadIdx.x;
    if (x >= width) return;
    float s = 0.0f;
    for (int k = 0; k <= 2 * radius; k++) s += taps[k] * strip[threadIdx.x + k];
    dst[(size_t)blockIdx.y * width + x] = s;
}

__global__ void blurVertical(const float *src, float *dst, int width, int height, int radius)
{
    const int x = blockIdx.x * COL_X + threadIdx.x;
    if (x >= width) return;
    int y = (blockIdx.y * COL_Y + threadIdx.y) * ROWS_PER_THREAD;
    for (int r = 0; r < ROWS_PER_THREAD && y < height; r++, y++) {
        float s = 0.0f;
        for (int k = -radius; k <= radius; k++)
            s += taps[k + radius] * src[(size_t)clampi(y + k, 0, height - 1) * width + x];
        dst[(size_t)y * width + x] = s;
    }
}

static BlurPlan planCreate(int width, int height)
{
    BlurPlan p = {width, height, NULL, NULL};
    const size_t bytes = sizeof(float) * width * height;
    CUDA(cudaMalloc((void **)&p.a, bytes));
    CUDA(cudaMalloc((void **)&p.b, bytes));
    return p;
}

static int setSigma(float sigma, float *host)
{
    const int radius = (int)ceilf(3.0f * sigma);
    REQUIRE(radius <= MAX_RADIUS, "sigma %g is too large", sigma);
    float sum = 0.0f;
    for (int k = -radius; k <= radius; k++) sum += host[k + radius] = expf(-0.5f * k * k / (sigma * sigma));
    for (int k = 0; k <= 2 * radius; k++) host[k] /= sum;
    CUDA(cudaMemcpyToSymbol(taps, host, (2 * radius + 1) * sizeof(float)));
    return radius;
}

static void planRun(const BlurPlan *p, int radius)
{
    dim3 stripGrid((p->width + STRIP - 1) / STRIP, p->height);
    blurHorizontal<<<stripGrid, STRIP, (STRIP + 2 * radius) * sizeof(float)>>>(p->a, p->b, p->width, radius);
    const int rowsPerBlock = COL_Y * ROWS_PER_THREAD;
    dim3 colGrid((p->width + COL_X - 1) / COL_X, (p->height + rowsPerBlock - 1) / rowsPerBlock);
    blurVertical<<<colGrid, dim3(COL_X, COL_Y)>>>(p->b, p->a, p->width, p->height, radius);
    CUDA(cudaGetLastError());
}

int main(int argc, char **argv)
{
    const int w = 230, h = 170, n = w * h;
    const float sigmas[] = {0.8f, 1.7f, 3.5f};
    const size_t bytes = n * sizeof(float);
    float *img = (float *)malloc(bytes), *mid = (float *)malloc(bytes), *got = (float *)malloc(bytes);
    for (int i = 0; i < n; i++) img[i] = (float)((i * 97 + (i / w) * 31) % 256);

    BlurPlan plan = planCreate(w, h);
    CUDA(cudaMemcpy(plan.a, img, bytes, cudaMemcpyHostToDevice));
    double worst = 0;
    for (size_t s = 0; s < sizeof sigmas / sizeof *sigmas; s++) {
        float host[2 * MAX_RADIUS + 1];
        const int radius = setSigma(sigmas[s], host);
        planRun(&plan, radius);
        CUDA(cudaMemcpy(got, plan.a, bytes, cudaMemcpyDeviceToHost));

        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                double t = 0;
                for (int k = -radius; k <= radius; k++) t += host[k + radius] * img[y * w + clampi(x + k, 0, w - 1)];
                mid[y * w + x] = (float)t;
            }
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                double t = 0;
                for (int k = -radius; k <= radius; k++) t += host[k + radius] * mid[clampi(y + k, 0, h - 1) * w + x];
                img[y * w + x] = (float)t;
                worst = fmax(worst, fabs(t - got[y * w + x]));
            }
        printf("sigma %.1f, radius %d: largest difference so far %.2e\n", sigmas[s], radius, worst);
    }
    cudaFree(plan.a);
    cudaFree(plan.b);
    free(img);
    free(mid);
    free(got);
    printf(worst < 1e-2 ? "Test passed\n" : "Test failed!\n");
    return worst < 1e-2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
