#include <stdio.h>
#include <stdlib.h>
#include <math.h>

__global__ void scale_rows(float *m, const float *norm, int rows, int cols)
{
    int r = blockIdx.x;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m[r * cols + c] /= norm[r];
}

float row_norm(const float *row, int cols)
{
    float s = 0.0f;
    for (int c = 0; c < cols; c++) s += row[c] * row[c];
    return sqrtf(s);
}

int main(void)
{
    int rows = 96, cols = 500;
    float *m = (float *)malloc(rows * cols * sizeof(float));
    float *norm = (float *)malloc(rows * sizeof(float));
    for (int i = 0; i < rows * cols; i++) m[i] = (float)(i % 17) + 1.0f;
    for (int r = 0; r < rows; r++)
        norm[r] = row_norm(m[r * cols], cols); //~ 26:28 row_norm wants a pointer (const float*), this is one float: write &m[r * cols]
    float *dm, *dn;
    cudaMalloc((void **)&dm, rows * cols * sizeof(float));
    cudaMalloc((void **)&dn, rows * sizeof(float));
    cudaMemcpy(dm, m, rows * cols * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dn, norm, rows * sizeof(float), cudaMemcpyHostToDevice);
    scale_rows<<<rows, 128>>>(dm, dn, rows, cols);
    cudaMemcpy(m, dm, rows * cols * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", m[0]);
    return 0;
}
