// PageRank on a ring with chords, incoming edges in CSR
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call) { cudaError_t err = (call); if (err != cudaSuccess) { \
  printf("CUDA error %s in line %d\n", cudaGetErrorString(err), __LINE__); return EXIT_FAILURE; } }

__global__ void rankStep(int n, const int *offsets, const int *sources, const int *outDegree,
                         const float *rank, float *next, float damping)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v <= n) {
        float s = 0.0f;
        for (int e = offsets[v]; e < offsets[v + 1]; e++) {
            int u = sources[e];
            s += rank[u] / outDegree[u];
        }
        next[v] = (1.0f - damping) / n + damping * s;
    }
}

int main()
{
    const int n = 200, edges = 2 * n;
    int off[n + 1], src[edges], deg[n];
    float r[n];
    for (int v = 0; v < n; v++) {
        off[v] = 2 * v;
        src[2 * v] = (v + n - 1) % n;
        src[2 * v + 1] = (v + n - 17) % n;
        deg[v] = 2;
        r[v] = 1.0f / n;
    }
    off[n] = edges;
    int *dOff, *dSrc, *dDeg;
    float *a, *b;
    CHECK(cudaMalloc(&dOff, sizeof off));
    CHECK(cudaMalloc(&dSrc, sizeof src));
    CHECK(cudaMalloc(&dDeg, sizeof deg));
    CHECK(cudaMalloc(&a, sizeof r));
    CHECK(cudaMalloc(&b, sizeof r));
    CHECK(cudaMemcpy(dOff, off, sizeof off, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dSrc, src, sizeof src, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dDeg, deg, sizeof deg, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(a, r, sizeof r, cudaMemcpyHostToDevice));
    for (int it = 0; it < 6; it++) {
        rankStep<<<(n + 63) / 64, 64>>>(n, dOff, dSrc, dDeg, a, b, 0.85f);
        float *t = a; a = b; b = t;
    }
    CHECK(cudaMemcpy(r, a, sizeof r, cudaMemcpyDeviceToHost));
    printf("%f\n", r[0]);
    return 0;
}
