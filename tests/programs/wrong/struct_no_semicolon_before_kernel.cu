#include <stdio.h>
#include <cuda_runtime.h>

struct Cuerpo {
    float x, y, z, masa;
} //~ 6:2 a ';' is missing after the struct's '}'

__global__ void fuerza(const Cuerpo *c, float *fx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = 0;
    for (int j = 0; j < n; j++) {
        float dx = c[j].x - c[i].x;
        f += c[j].masa * dx * rsqrtf(dx * dx + 0.01f);
    }
    fx[i] = f;
}

int main(void)
{
    int n = 2048;
    Cuerpo *c;
    float *fx;
    cudaMallocManaged(&c, n * sizeof(Cuerpo));
    cudaMallocManaged(&fx, n * sizeof(float));
    for (int i = 0; i < n; i++) c[i] = {float(i), 0, 0, 1};
    fuerza<<<n / 256, 256>>>(c, fx, n);
    cudaDeviceSynchronize();
    printf("%f\n", fx[0]);
    return 0;
}
