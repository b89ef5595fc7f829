#include "layers.cuh"
#include <float.h>

#define T 16

static inline int up(int n, int d) { return (n + d - 1) / d; }

// y = x * w^T + b      x: (rows, in)  w: (out, in)  y: (rows, out)
__global__ void linearKernel(const float *x, const float *w, const float *b, float *y, int rows, int in, int out)
{
    __shared__ float xs[T][T], ws[T][T + 1];
    int r = blockIdx.y * T + threadIdx.y, o = blockIdx.x * T + threadIdx.x;
    float s = o < out ? b[o] : 0.0f;
    for (int k = 0; k < in; k += T) {
        xs[threadIdx.y][threadIdx.x] = r < rows && k + threadIdx.x < in ? x[r * in + k + threadIdx.x] : 0.0f;
        int wo = blockIdx.x * T + threadIdx.y;
        ws[threadIdx.y][threadIdx.x] = wo < out && k + threadIdx.x < in ? w[wo * in + k + threadIdx.x] : 0.0f;
        __syncthreads();
        for (int q = 0; q < T; q++) s += xs[threadIdx.y][q] * ws[threadIdx.x][q];
        __syncthreads();
    }
    if (r < rows && o < out) y[r * out + o] = s;
}

template <Activation A>
__global__ void activationKernel(float *t, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (A == ACT_RELU) t[i] = t[i] > 0 ? t[i] : 0;
    if (A == ACT_TANH) t[i] = tanhf(t[i]);
}

__global__ void argmaxKernel(const float *t, int *result, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int best = 0;
    for (int c = 1; c < cols; c++)
        if (t[r * cols + c] > t[r * cols + best]) best = c;
    result[r] = best;
}

void linear(const Tensor &x, const Tensor &w, const Tensor &b, Tensor &y)
{
    if (x.cols != w.cols || w.rows != y.cols || b.cols != y.cols || x.rows != y.rows) {
        fprintf(stderr, "linear: shapes do not fit\n");
        exit(2);
    }
    dim3 block(T, T);
    dim3 grid(up(y.cols, T), up(y.rows, T));
    linearKernel<<<grid, block>>>(x.dev, w.dev, b.dev, y.dev, x.rows, x.cols, y.cols);
    GPU(cudaGetLastError());
}

void activate(Tensor &t, Activation a)
{
    const int threads = 512;
    const int blocks = up((int)t.count(), threads);
    switch (a) {
    case ACT_RELU: activationKernel<ACT_RELU><<<blocks, threads>>>(t.dev, t.count()); break;
    case ACT_TANH: activationKernel<ACT_TANH><<<blocks, threads>>>(t.dev, t.count()); break;
    default: return;
    }
    GPU(cudaGetLastError());
}

void argmaxRows(const Tensor &t, int *result)
{
    argmaxKernel<<<up(t.rows, 32), 32>>>(t.dev, result, t.rows, t.cols);
    GPU(cudaGetLastError());
}
