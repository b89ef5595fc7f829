// Launch sizes at and past the edge: the largest legal grid (9.2e18 blocks of 1024 threads), blocks of 4096 and of 2^26 threads, zero and minus one.
#include <cuda_runtime.h>

__global__ void mark(int *p) {
    if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0 && threadIdx.x == 0) *p = 1;
}
__global__ void mark2(int *p) { if (threadIdx.x == 4095) *p = 2; }
__global__ void mark3(int *p) { if (threadIdx.z == 63) *p = 3; }
__global__ void mark4(int *p) { *p = 4; }
__global__ void mark5(int *p) { *p = 5; }
__global__ void mark6(int *p) { if (threadIdx.x == 0) *p = 6; }

int main() {
    int *p;
    cudaMalloc(&p, sizeof(int));
    mark <<<dim3(2147483647, 65535, 65535), dim3(1024, 1, 1)>>>(p);
    mark2<<<1, 4096>>>(p);
    mark3<<<1, dim3(1024, 1024, 64)>>>(p);
    mark4<<<0, 0>>>(p);
    mark5<<<-1, -1>>>(p);
    mark6<<<1 << 31, 99999999999999999999999999>>>(p);
    cudaDeviceSynchronize();
}
