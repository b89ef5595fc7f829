// Split-K projection for skinny activations
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CK(e) do { if ((e) != cudaSuccess) { fprintf(stderr, "line %d\n", __LINE__); exit(2); } } while (0)
#define TOKENS 8
#define IN     512
#define OUT    96
#define PARTS  4

__global__ void projSplitK(const float *x, const float *w, float *y)
{
    const int o = blockIdx.x * blockDim.x + threadIdx.x;
    const int t = blockIdx.y;
    const int begin = blockIdx.z * (IN / PARTS);
    const int end = begin + IN / PARTS;
    float s = 0.0f;
    for (int i = begin; i < end; i++)
        s += x[t * IN + i] * w[i * OUT + o];
    y[t * OUT + o] += s;
}

int main()
{
    float *hx = (float *)malloc(TOKENS * IN * sizeof(float));
    float *hw = (float *)malloc(IN * OUT * sizeof(float));
    float *hy = (float *)malloc(TOKENS * OUT * sizeof(float));
    for (int i = 0; i < TOKENS * IN; i++) hx[i] = (i % 3) - 1.0f;
    for (int i = 0; i < IN * OUT; i++) hw[i] = (i % 7) * 0.1f;
    float *x, *w, *y;
    CK(cudaMalloc(&x, TOKENS * IN * sizeof(float)));
    CK(cudaMalloc(&w, IN * OUT * sizeof(float)));
    CK(cudaMalloc(&y, TOKENS * OUT * sizeof(float)));
    CK(cudaMemcpy(x, hx, TOKENS * IN * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(w, hw, IN * OUT * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemset(y, 0, TOKENS * OUT * sizeof(float)));
    dim3 block(32), grid(OUT / 32, TOKENS, PARTS);
    projSplitK<<<grid, block>>>(x, w, y);
    CK(cudaMemcpy(hy, y, TOKENS * OUT * sizeof(float), cudaMemcpyDeviceToHost));
    printf("y[0] = %f\n", hy[0]);
    return 0;
}
