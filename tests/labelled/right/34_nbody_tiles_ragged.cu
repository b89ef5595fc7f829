#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define SOFTENING 1e-9f
#define P 128

typedef struct { float x, y, z, m; } Body;

__global__ void accelerations(const Body *b, float3 *acc, int n)
{
    __shared__ Body tile[P];
    int i = blockIdx.x * P + threadIdx.x;
    Body me = {0, 0, 0, 0};
    if (i < n) me = b[i];
    float3 a = make_float3(0.f, 0.f, 0.f);

    for (int base = 0; base < n; base += P) {
        int j = base + threadIdx.x;
        if (j < n) tile[threadIdx.x] = b[j];
        else {
            tile[threadIdx.x].x = tile[threadIdx.x].y = tile[threadIdx.x].z = 0.f;
            tile[threadIdx.x].m = 0.f;
        }
        __syncthreads();
        for (int k = 0; k < P; k++) {
            float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
            float r2 = dx * dx + dy * dy + dz * dz + SOFTENING;
            float inv = rsqrtf(r2);
            float f = tile[k].m * inv * inv * inv;
            a.x += f * dx; a.y += f * dy; a.z += f * dz;
        }
        __syncthreads();
    }
    if (i < n) acc[i] = a;
}

__global__ void integrate(Body *b, float3 *v, const float3 *acc, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    v[i].x += dt * acc[i].x; v[i].y += dt * acc[i].y; v[i].z += dt * acc[i].z;
    b[i].x += dt * v[i].x;   b[i].y += dt * v[i].y;   b[i].z += dt * v[i].z;
}

int main(void)
{
    const int n = 300;
    Body *h = (Body *)malloc(n * sizeof(Body));
    for (int i = 0; i < n; i++) {
        h[i].x = rand() / (float)RAND_MAX; h[i].y = rand() / (float)RAND_MAX;
        h[i].z = rand() / (float)RAND_MAX; h[i].m = 1.0f / n;
    }
    Body *b; float3 *v, *a;
    cudaMalloc(&b, n * sizeof(Body));
    cudaMalloc(&v, n * sizeof(float3));
    cudaMalloc(&a, n * sizeof(float3));
    cudaMemcpy(b, h, n * sizeof(Body), cudaMemcpyHostToDevice);
    cudaMemset(v, 0, n * sizeof(float3));
    int g = (n + P - 1) / P;
    for (int step = 0; step < 3; step++) {
        accelerations<<<g, P>>>(b, a, n);
        integrate<<<g, P>>>(b, v, a, 0.01f, n);
    }
    cudaMemcpy(h, b, n * sizeof(Body), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", h[0].x, h[0].y, h[0].z);
    return 0;
}
