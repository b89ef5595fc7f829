#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// distance matrix, then nearest neighbour on the host
__global__ void distances(const float *p, float *d, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float dx = p[2 * i] - p[2 * j], dy = p[2 * i + 1] - p[2 * j + 1];
        d[i * n + j] = dx * dx + dy * dy;
    }
}

int main()
{
    const int n = 222;
    float *p, *d;
    cudaMallocManaged(&p, 2 * n * sizeof(float));
    cudaMallocManaged(&d, n * n * sizeof(float));
    for (int i = 0; i < 2 * n; i++) p[i] = rand() / (float)RAND_MAX;
    dim3 t(16, 16), b((n + 15) / 16, (n + 15) / 16);
    distances<<<b, t>>>(p, d, n);
    cudaDeviceSynchronize();
    float best = FLT_MAX; //~ 26:18 'FLT_MAX' is not declared: #include <cfloat> is missing
    for (int j = 1; j < n; j++) if (d[j] < best) best = d[j];
    printf("%f\n", best);
    return 0;
}
