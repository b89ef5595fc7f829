#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Queue {
    int *items;
    int *tail;
};

__global__ void expand(const int *degree, int n, int minDegree, Queue q)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < n && degree[v] >= minDegree) {
        int pos = (*q.tail)++;
        q.items[pos] = v;
    }
}

int main()
{
    const int n = 1000;
    std::vector<int> degree(n);
    for (int v = 0; v < n; ++v) degree[v] = (v * 11) % 8;

    int *d_degree, tail;
    Queue q;
    cudaMalloc(&d_degree, n * sizeof(int));
    cudaMalloc(&q.items, n * sizeof(int));
    cudaMalloc(&q.tail, sizeof(int));
    cudaMemcpy(d_degree, degree.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(q.tail, 0, sizeof(int));

    expand<<<(n + 127) / 128, 128>>>(d_degree, n, 4, q);

    cudaMemcpy(&tail, q.tail, sizeof(int), cudaMemcpyDeviceToHost);
    printf("frontier size %d\n", tail);
    cudaFree(d_degree);
    cudaFree(q.items);
    cudaFree(q.tail);
    return 0;
}
