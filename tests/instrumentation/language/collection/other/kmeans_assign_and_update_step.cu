#include <cuda_runtime.h>
#include <float.h>

#define DIMS 4
#define MAX_K 32

typedef struct Point { float c[DIMS]; } Point;

__constant__ Point centroids[MAX_K];

/* squared euclidean distance */
__device__ float dist2(const Point *p, const Point *q)
{
    float s = 0;
    int d = 0;
    do {
        float t = p->c[d] - q->c[d];
        s += t * t;
    } while (++d < DIMS);
    return s;
}

__global__ void kmeans_assign(const Point *points, unsigned char *label, int *changed, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int moved = 0;
    if (i < n) {
        float best = FLT_MAX;
        unsigned char arg = 0;
        for (int c = 0; c < k; c++) {
            float d = dist2(&points[i], &centroids[c]);
            if (d < best) best = d, arg = (unsigned char)c;
        }
        moved = label[i] != arg;
        label[i] = arg;
    }
    moved = __syncthreads_count(moved);
    if (threadIdx.x == 0 && moved > 0)
        atomicAdd(changed, moved);
}

__global__ void kmeans_accumulate(const Point *points, const unsigned char *label,
                                  Point *sums, unsigned int *members, int n)
{
    __shared__ float s_sum[MAX_K][DIMS];
    __shared__ unsigned int s_cnt[MAX_K];

    for (int t = threadIdx.x; t < MAX_K * DIMS; t += blockDim.x) {
        s_sum[t / DIMS][t % DIMS] = 0.f;
        if (t < MAX_K) s_cnt[t] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int c = label[i];
        atomicInc(&s_cnt[c], 0xffffffff);
        for (int d = 0; d < DIMS; d++)
            atomicAdd(&s_sum[c][d], points[i].c[d]);
    }
    __syncthreads();
    for (int t = threadIdx.x; t < MAX_K * DIMS; t += blockDim.x) {
        atomicAdd(&sums[t / DIMS].c[t % DIMS], s_sum[t / DIMS][t % DIMS]);
        if (t < MAX_K) atomicAdd(members + t, s_cnt[t]);
    }
}

__global__ void kmeans_divide(Point *sums, const unsigned int *members)
{
    float *flat = (float *)sums + blockIdx.x * DIMS;
    if (threadIdx.x < DIMS && members[blockIdx.x])
        flat[threadIdx.x] /= members[blockIdx.x];
}
