#include <stdio.h>
#include <stdlib.h>

#define R   4
#define NT  128
#define LEN (NT * 16)

__global__ void fir(const float *x, float *y)
{
    __shared__ float s[NT + 2 * R];
    int g = blockIdx.x * NT + threadIdx.x;
    int l = threadIdx.x + R;

    s[l] = x[g];
    if (threadIdx.x < R - 1) {
        s[l - R]  = x[g - R];
        s[l + NT] = x[g + NT];
    }
    __syncthreads();

    float a = 0.0f;
    for (int k = -R; k <= R; ++k)
        a += s[l + k];
    y[g] = a / (2 * R + 1);
}

int main(void)
{
    float *hx = (float *)malloc((LEN + 2 * R) * sizeof(float));
    float *hy = (float *)malloc(LEN * sizeof(float));
    float *dx, *dy;
    for (int i = 0; i < LEN + 2 * R; ++i) hx[i] = (float)(i & 15);

    cudaMalloc((void **)&dx, (LEN + 2 * R) * sizeof(float));
    cudaMalloc((void **)&dy, LEN * sizeof(float));
    cudaMemcpy(dx, hx, (LEN + 2 * R) * sizeof(float), cudaMemcpyHostToDevice);
    fir<<<LEN / NT, NT>>>(dx + R, dy);
    cudaMemcpy(hy, dy, LEN * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", hy[0], hy[LEN - 1]);
    cudaFree(dx);
    cudaFree(dy);
    free(hx);
    free(hy);
    return 0;
}
