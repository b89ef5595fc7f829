/*
 * k-means in the plane, fixed number of iterations.
 * assign -> accumulate -> divide, three kernels per iteration.
 * Sums are kept as integers (16.16 fixed point) so that the result does not
 * depend on the order of the atomics.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct KMeansConfig {
    int points = 6000;
    int clusters = 12;
    int iterations = 8;
    int threads = 128;
};

struct Point {
    float x, y;
};

#define ERR(e) check_((e), #e, __LINE__)
static void check_(cudaError_t e, const char *what, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%d: %s: %s\n", line, what, cudaGetErrorString(e));
        exit(1);
    }
}

__host__ __device__ inline int nearest(Point p, const Point *c, int k)
{
    int best = 0;
    float bd = 1e30f;
    for (int i = 0; i < k; ++i) {
        float dx = p.x - c[i].x, dy = p.y - c[i].y;
        float d = dx * dx + dy * dy;
        if (d < bd) {
            bd = d;
            best = i;
        }
    }
    return best;
}

__host__ __device__ inline int fix(float v) { return (int)(v * 256.0f); }

__global__ void assign(const Point *pts, const Point *cent, int *label, int n, int k)
{
    extern __shared__ Point sc[];
    for (int i = threadIdx.x; i < k; i += blockDim.x)
        sc[i] = cent[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        label[i] = nearest(pts[i], sc, k);
}

__global__ void clearSums(int *sx, int *sy, int *cnt, int k)
{
    int i = threadIdx.x;
    if (i < k)
        sx[i] = sy[i] = cnt[i] = 0;
}

__global__ void accumulate(const Point *pts, const int *label, int *sx, int *sy, int *cnt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int l = label[i];
    atomicAdd(&sx[l], fix(pts[i].x));
    atomicAdd(&sy[l], fix(pts[i].y));
    atomicAdd(&cnt[l], 1);
}

__global__ void divide(Point *cent, const int *sx, const int *sy, const int *cnt, int k)
{
    int i = threadIdx.x;
    if (i < k && cnt[i] > 0) {
        cent[i].x = sx[i] / 256.0f / cnt[i];
        cent[i].y = sy[i] / 256.0f / cnt[i];
    }
}

static void hostIteration(const Point *pts, Point *cent, const KMeansConfig &c)
{
    int *s = (int *)calloc(3 * c.clusters, sizeof(int));
    for (int i = 0; i < c.points; ++i) {
        int l = nearest(pts[i], cent, c.clusters);
        s[3 * l] += fix(pts[i].x);
        s[3 * l + 1] += fix(pts[i].y);
        s[3 * l + 2]++;
    }
    for (int k = 0; k < c.clusters; ++k)
        if (s[3 * k + 2] > 0) {
            cent[k].x = s[3 * k] / 256.0f / s[3 * k + 2];
            cent[k].y = s[3 * k + 1] / 256.0f / s[3 * k + 2];
        }
    free(s);
}

int main()
{
    KMeansConfig cfg;
    Point *pts = (Point *)malloc(cfg.points * sizeof(Point));
    Point *cent = (Point *)malloc(cfg.clusters * sizeof(Point));
    Point *got = (Point *)malloc(cfg.clusters * sizeof(Point));
    for (int i = 0; i < cfg.points; ++i) {
        int c = i % 4;
        pts[i].x = 50.0f * (c & 1) + (rand() % 1000) / 50.0f;
        pts[i].y = 50.0f * (c >> 1) + (rand() % 1000) / 50.0f;
    }
    for (int k = 0; k < cfg.clusters; ++k)
        cent[k] = pts[k * 37];

    Point *dPts, *dCent;
    int *dLabel, *dSx, *dSy, *dCnt;
    ERR(cudaMalloc(&dPts, cfg.points * sizeof(Point)));
    ERR(cudaMalloc(&dCent, cfg.clusters * sizeof(Point)));
    ERR(cudaMalloc(&dLabel, cfg.points * sizeof(int)));
    ERR(cudaMalloc(&dSx, 3 * cfg.clusters * sizeof(int)));
    dSy = dSx + cfg.clusters;
    dCnt = dSy + cfg.clusters;
    ERR(cudaMemcpy(dPts, pts, cfg.points * sizeof(Point), cudaMemcpyHostToDevice));
    ERR(cudaMemcpy(dCent, cent, cfg.clusters * sizeof(Point), cudaMemcpyHostToDevice));

    const int blocks = (cfg.points + cfg.threads - 1) / cfg.threads;
    const size_t shmem = cfg.clusters * sizeof(Point);
    for (int it = 0; it < cfg.iterations; ++it) {
        assign<<<blocks, cfg.threads, shmem>>>(dPts, dCent, dLabel, cfg.points, cfg.clusters);
        clearSums<<<1, 32>>>(dSx, dSy, dCnt, cfg.clusters);
        accumulate<<<blocks, cfg.threads>>>(dPts, dLabel, dSx, dSy, dCnt, cfg.points);
        divide<<<1, 32>>>(dCent, dSx, dSy, dCnt, cfg.clusters);
    }
    ERR(cudaGetLastError());
    ERR(cudaMemcpy(got, dCent, cfg.clusters * sizeof(Point), cudaMemcpyDeviceToHost));

    for (int it = 0; it < cfg.iterations; ++it)
        hostIteration(pts, cent, cfg);
    int bad = 0;
    for (int k = 0; k < cfg.clusters; ++k) {
        float dx = cent[k].x - got[k].x, dy = cent[k].y - got[k].y;
        if (dx * dx + dy * dy > 0.01f)
            ++bad;
        printf("cluster %2d: (%7.3f, %7.3f)\n", k, got[k].x, got[k].y);
    }
    printf("%s\n", bad ? "FAILED" : "PASSED");
    cudaFree(dPts);
    cudaFree(dCent);
    cudaFree(dLabel);
    cudaFree(dSx);
    free(pts);
    free(cent);
    free(got);
    return bad;
}
