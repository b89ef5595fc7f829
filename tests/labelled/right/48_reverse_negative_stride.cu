#include <cuda_runtime.h>
#include <stdio.h>

template <typename T>
struct View {
    T *base;
    int stride;
    int count;
    __device__ T &operator[](int i) const { return base[i * stride]; }
};

template <typename T>
__global__ void copyView(View<const T> src, View<T> dst)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < src.count) dst[i] = src[i];
}

int main()
{
    const int n = 333;
    float h[n], r[n];
    for (int i = 0; i < n; i++) h[i] = i * 0.5f;
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);

    View<const float> backwards = { a + n - 1, -1, n };
    View<float> forwards = { b, 1, n };
    copyView<float><<<(n + 95) / 96, 96>>>(backwards, forwards);

    cudaMemcpy(r, b, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %g\n", r[0], r[n - 1]);
    cudaFree(a); cudaFree(b);
    return 0;
}
