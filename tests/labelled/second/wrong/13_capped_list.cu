#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define CAPACITY 100

struct Hit {
    int index;
    float value;
};

__global__ void collect(const float *field, int n, float threshold,
                        Hit *list, volatile int *used)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float f = field[i];
    if (f > threshold) {
        if (*used < CAPACITY) {
            int slot = atomicAdd((int *)used, 1);
            list[slot].index = i;
            list[slot].value = f;
        }
    }
}

int main()
{
    const int n = 1024;
    std::vector<float> h(n, 5.0f);
    float *field;
    Hit *list;
    int *used, count;
    cudaMalloc(&field, n * sizeof(float));
    cudaMalloc(&list, CAPACITY * sizeof(Hit));
    cudaMalloc(&used, sizeof(int));
    cudaMemset(used, 0, sizeof(int));
    cudaMemcpy(field, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    collect<<<n / 128, 128>>>(field, n, 1.0f, list, used);
    cudaMemcpy(&count, used, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d hits\n", count);
    cudaFree(field);
    cudaFree(list);
    cudaFree(used);
    return 0;
}
