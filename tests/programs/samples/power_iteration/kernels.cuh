#pragma once

#define DAMPING 0.85f

template <int LANES>
__global__ void pagerank_step(int n, const int *rowptr, const int *colidx, const float *values, const float *x, float *y)
{
    const int lane = threadIdx.x % LANES;
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    float s = 0.0f;
    if (row < n)
        for (int k = rowptr[row] + lane; k < rowptr[row + 1]; k += LANES) s += values[k] * x[colidx[k]];
    for (int d = LANES / 2; d; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d, LANES);
    if (row < n && lane == 0) y[row] = (1.0f - DAMPING) / n + DAMPING * s;
}

__global__ void l1_difference(const float *a, const float *b, float *result, int n);
__global__ void fill_value(float *a, float v, int n);
