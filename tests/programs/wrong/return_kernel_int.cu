#include <stdio.h>
#include <cuda_runtime.h>

#define N 256

__global__ int maximum(const int *x, int *m) //~ 6:16 a kernel (__global__) must return void, not int
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = N / 2; d > 0; d >>= 1) {
        if (t < d && s[t + d] > s[t]) s[t] = s[t + d];
        __syncthreads();
    }
    if (t == 0) *m = s[0];
    return 0;
}

int main(void)
{
    int h[N], m = 0, *d_x, *d_m;
    for (int i = 0; i < N; i++) h[i] = (i * 37) % 101;
    cudaMalloc(&d_x, sizeof(h));
    cudaMalloc(&d_m, sizeof(int));
    cudaMemcpy(d_x, h, sizeof(h), cudaMemcpyHostToDevice);
    maximum<<<1, N>>>(d_x, d_m);
    cudaMemcpy(&m, d_m, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", m);
    return 0;
}
