// one Lloyd iteration: assign, accumulate, update
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cfloat>

#define DIMS 3
#define K    16

__global__ void assign(const float *pts, const float *centroid, int *label, float *sum, int *count, int n)
{
    __shared__ float c[K * DIMS];
    for (int i = threadIdx.x; i < K * DIMS; i += blockDim.x) c[i] = centroid[i];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float best = FLT_MAX;
    int who = 0;
    for (int k = 0; k < K; k++) {
        float d = 0;
        for (int a = 0; a < DIMS; a++) {
            float t = pts[p * DIMS + a] - c[k * DIMS + a];
            d += t * t;
        }
        if (d < best) { best = d; who = k; }
    }
    label[p] = who;
    for (int a = 0; a < DIMS; a++) atomicAdd(&sum[who * DIMS + a], pts[p * DIMS + a]);
    atomicAdd(&count[who], 1);
}

__global__ void update(float *centroid, float *sum, int *count)
{
    int k = threadIdx.x;
    if (count[k] > 0)
        for (int a = 0; a < DIMS; a++)
            centroid[k * DIMS + a] = sum[k * DIMS + a] / count[k];
    for (int a = 0; a < DIMS; a++) sum[k * DIMS + a] = 0.f;
    count[k] = 0;
}

int main()
{
    const int n = 700;
    float *h = (float *)malloc(n * DIMS * sizeof(float));
    srand(3);
    for (int i = 0; i < n * DIMS; i++) h[i] = rand() / (float)RAND_MAX;
    float *pts, *cen, *sum; int *lab, *cnt;
    cudaMalloc(&pts, n * DIMS * sizeof(float));
    cudaMalloc(&cen, K * DIMS * sizeof(float));
    cudaMalloc(&sum, K * DIMS * sizeof(float));
    cudaMalloc(&lab, n * sizeof(int));
    cudaMalloc(&cnt, K * sizeof(int));
    cudaMemcpy(pts, h, n * DIMS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(cen, h, K * DIMS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, K * DIMS * sizeof(float));
    cudaMemset(cnt, 0, K * sizeof(int));
    for (int it = 0; it < 4; it++) {
        assign<<<(n + 31) / 32, 32>>>(pts, cen, lab, sum, cnt, n);
        update<<<1, K>>>(cen, sum, cnt);
    }
    cudaMemcpy(h, cen, K * DIMS * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", h[0], h[1], h[2]);
    return 0;
}
