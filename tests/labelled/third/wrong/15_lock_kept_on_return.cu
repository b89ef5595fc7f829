#include <cuda_runtime.h>
#include <cstdio>

struct KeyList {
    int lock;
    int count;
    int key[64];
};

__device__ void addUnique(volatile KeyList *list, int *lock, int key)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    for (int k = 0; k < list->count; ++k)
        if (list->key[k] == key)
            return;
    if (list->count < 64) {
        list->key[list->count] = key;
        list->count = list->count + 1;
    }
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void insertKeys(const int *in, KeyList *list)
{
    __shared__ int biggest;
    if (threadIdx.x == 0) biggest = 0;
    __syncthreads();
    atomicMax(&biggest, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        addUnique(list, &list->lock, biggest);
}

int main()
{
    const int groups = 30, per = 32;
    int *in;
    KeyList *list;
    cudaMallocManaged(&in, groups * per * sizeof(int));
    cudaMallocManaged(&list, sizeof(KeyList));
    list->lock = 0;
    list->count = 0;
    for (int g = 0; g < groups; ++g)
        for (int i = 0; i < per; ++i)
            in[g * per + i] = i + 100 * (g % 7);
    insertKeys<<<groups, per>>>(in, list);
    cudaDeviceSynchronize();
    printf("%d different keys\n", list->count);
    cudaFree(in);
    cudaFree(list);
    return 0;
}
