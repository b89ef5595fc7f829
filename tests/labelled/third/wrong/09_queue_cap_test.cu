#include <stdio.h>
#include <cuda_runtime.h>

#define CAPACITY 100

struct Queue {
    int used;
    int item[CAPACITY];
};

__global__ void collectHits(const int *value, int n, int limit, volatile int *used, int *item)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (value[i] > limit) {
        if (*used < CAPACITY) {
            int slot = atomicAdd((int *)used, 1);
            item[slot] = i;
        }
    }
}

int main(void)
{
    const int n = 2000;
    int *value;
    struct Queue *q;
    cudaMallocManaged(&value, n * sizeof(int));
    cudaMallocManaged(&q, sizeof(struct Queue));
    q->used = 0;
    for (int i = 0; i < n; i++)
        value[i] = (i * 37) % 100;

    /* about half of the values are hits, only the first ones are kept */
    collectHits<<<(n + 255) / 256, 256>>>(value, n, 49, &q->used, q->item);
    cudaDeviceSynchronize();

    printf("%d kept, first is %d\n", q->used, q->item[0]);
    cudaFree(value);
    cudaFree(q);
    return 0;
}
