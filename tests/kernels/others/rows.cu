// Rows of a matrix, as networks use them.
#include <math.h>
__global__ void softmax_of_threads(const float *in, float *out, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    const float *x = in + r * cols;
    float most = -INFINITY, sum = 0;
    for (int c = 0; c < cols; c++) most = fmaxf(most, x[c]);
    for (int c = 0; c < cols; c++) sum += expf(x[c] - most);
    for (int c = 0; c < cols; c++) out[r * cols + c] = expf(x[c] - most) / sum;
}

// How many rows there are, the grid says.
__global__ void softmax_of_blocks(const float *in, float *out, int rows, int cols)
{
    extern __shared__ float s[];
    const float *x = in + blockIdx.x * cols;
    float most = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) most = fmaxf(most, x[c]);
    s[threadIdx.x] = most;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + half]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += expf(x[c] - most);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = expf(x[c] - most) / s[0];
}

template <int kThreads>
__global__ void normed(const float *__restrict__ x, const float *__restrict__ scale, float *y, int rows, int cols, float eps)
{
    __shared__ float part[kThreads / 32], mean_square;
    const int row = blockIdx.x;
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += kThreads) sum = fmaf(x[row * cols + c], x[row * cols + c], sum);
    for (int far = 16; far; far >>= 1) sum += __shfl_xor_sync(~0u, sum, far);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum = 0;
        for (int w = 0; w < kThreads / 32; ++w) sum += part[w];
        mean_square = sum / cols;
    }
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += kThreads) y[row * cols + c] = x[row * cols + c] * rsqrtf(mean_square + eps) * scale[c];
}
template __global__ void normed<64>(const float *, const float *, float *, int, int, float);

__global__ void losses(const float *probability, const int *target, float *loss, int B, int T, int V)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * T) loss[i] = -logf(probability[i * V + target[i]]);
}

__global__ void scores(const float *q, const float *k, float *score, int heads, int T, int size)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= heads * T * T) return;
    int j = at % T, i = at / T % T, h = at / (T * T);
    if (j > i) {
        score[at] = -INFINITY;
        return;
    }
    float dot = 0;
    for (int d = 0; d < size; ++d) dot += q[(h * T + i) * size + d] * k[(h * T + j) * size + d];
    score[at] = dot * rsqrtf(size);
}

__global__ void embedded(const int *word, const float *of_word, const float *of_place, float *out, int B, int T, int C)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= B * T * C) return;
    int c = i % C, t = i / C % T, b = i / (C * T);
    out[i] = of_word[word[b * T + t] * C + c] + of_place[t * C + c];
}
