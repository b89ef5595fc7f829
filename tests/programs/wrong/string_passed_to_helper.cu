#include <cstdio>
#include <cuda_runtime.h>

__global__ void stamp(int* p, int n, int id) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = id;
}

static void bench(const char* name, int n, int threads) {
    int* p;
    cudaMalloc(&p, n * sizeof(int));
    stamp<<<(n + threads - 1) / threads, threads>>>(p, n, name[0]);
    cudaDeviceSynchronize();
    printf("%-8s n=%d threads=%d\n", name, n, threads);
    cudaFree(p);
}

int main() {
    bench("small", 1 << 10, 64);
    bench("medium", 1 << 14, 128);
    bench("large", "262144", 256); //~ 21:20 bench(const char* name, int n, int threads): the second argument is an int, here is a string: leave the quotes away
    return 0;
}
