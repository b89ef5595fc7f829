#define WARP 32
#define FULL 0xffffffffu

// Dense layer: y[s][o] = bias[o] + sum_i x[s][i] * weight[o][i]
// One warp per output value. blockDim.x must be a multiple of 32 and
// gridDim.x * blockDim.x / 32 must be at least samples * outputs.
__global__ void dense_forward_warp(const float *x, const float *weight, const float *bias,
                                   float *y, int samples, int inputs, int outputs)
{
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    const long long job = thread / WARP;
    const int lane = threadIdx.x % WARP;
    if (job >= (long long)samples * outputs)
        return;                                   // the whole warp leaves

    const int s = (int)(job / outputs);
    const int o = (int)(job % outputs);
    const float *xs = x + (size_t)s * inputs;
    const float *wo = weight + (size_t)o * inputs;

    float part = 0.0f;
    for (int i = lane; i < inputs; i += WARP)
        part += xs[i] * wo[i];

    for (int d = WARP / 2; d > 0; d >>= 1)
        part += __shfl_down_sync(FULL, part, d);

    if (lane == 0)
        y[(size_t)s * outputs + o] = part + bias[o];
}
