#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define V   70
#define INF 1000000

__global__ void relaxVia(int *dist, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= V || j >= V) return;

    int through = dist[i * V + k] + dist[k * V + j];
    if (through < dist[i * V + j])
        dist[i * V + j] = through;
}

int main()
{
    static int g[V * V], ref[V * V];
    for (int i = 0; i < V; ++i)
        for (int j = 0; j < V; ++j)
            g[i * V + j] = i == j ? 0 : ((i * 7 + j * 3) % 5 == 0 ? 1 + (i + j) % 9 : INF);
    for (int p = 0; p < V * V; ++p) ref[p] = g[p];

    int *d;
    cudaMalloc(&d, sizeof(g));
    cudaMemcpy(d, g, sizeof(g), cudaMemcpyHostToDevice);
    dim3 block(16, 16), grid((V + 15) / 16, (V + 15) / 16);
    for (int k = 0; k < V; ++k)
        relaxVia<<<grid, block>>>(d, k);
    cudaMemcpy(g, d, sizeof(g), cudaMemcpyDeviceToHost);

    for (int k = 0; k < V; ++k)
        for (int i = 0; i < V; ++i)
            for (int j = 0; j < V; ++j)
                if (ref[i * V + k] + ref[k * V + j] < ref[i * V + j])
                    ref[i * V + j] = ref[i * V + k] + ref[k * V + j];
    int bad = 0;
    for (int p = 0; p < V * V; ++p) bad += ref[p] != g[p];
    printf("bad = %d\n", bad);
    cudaFree(d);
    return bad != 0;
}
