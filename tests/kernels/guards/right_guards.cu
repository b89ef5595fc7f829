// What these touch is longer than their lengths, or is reached from further on, and is meant to be.
__global__ void between(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i + 1] = 0.5f * (in[i] + in[i + 2]);
}
__global__ void rises(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + 1] - in[i];
}
__global__ void in_rows(int rows, const int *first, const int *col, const float *val, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float s = 0;
    for (int k = first[r]; k < first[r + 1]; ++k) s += val[k] * x[col[k]];
    y[r] = s;
}
__global__ void two_each(const float *in, float *out, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 2 * in[i], out[i + 1] = 2 * in[i + 1];
}
__global__ void four_each(const float4 *in, float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) out[i] = in[i];
}
__global__ void diagonal(int *last, const int *before, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= step) last[i] = (i > 0 ? before[i - 1] : 0) + (i < step ? before[i] : 0);
}
