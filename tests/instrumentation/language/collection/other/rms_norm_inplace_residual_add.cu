// residual add + RMS norm in one go, the shape used by decoder blocks
#include <cuda_runtime.h>

#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define WARPS 8

__device__ float __noinline__ sum_over_block(float value)
{
    __shared__ float lanes[WARPS];
    for (int o = 16; o; o /= 2) value += __shfl_down_sync(0xffffffff, value, o);
    if (!(threadIdx.x & 31)) lanes[threadIdx.x >> 5] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        auto answer = lanes[0];
        for (auto w = 1; w < WARPS; ++w) answer += lanes[w];
        lanes[0] = answer;
    }
    __syncthreads();
    return lanes[0];
}

__global__ void add_rms_norm(float* hidden, const float* delta, const float* weight, float* normed,
                             int width, float eps = 1e-6f)
{
    extern __shared__ float row[];
    float* h = hidden + blockIdx.x * width;
    auto d = delta + blockIdx.x * width;

    float ss = .0f;
    for (int i = threadIdx.x; i < width; i += WARPS * 32) {
        const float v = h[i] + d[i];
        h[i] = row[i] = v;
        ss += v * v;
    }
    const float scale = rsqrtf(sum_over_block(ss) / width + eps);
    const int rounds = CEIL_DIV(width, WARPS * 32);
    for (int r = 0, i = threadIdx.x; r < rounds; ++r, i += WARPS * 32)
        if (i < width) normed[blockIdx.x * width + i] = row[i] * scale * weight[i];
}

// rotary position embedding on pairs (2k, 2k+1); the other thing every decoder needs
__global__ void rope(float* q, float* k, const int* positions, int head_dim, float base = 1e4f)
{
    const int pair = threadIdx.x, head = threadIdx.y, token = blockIdx.x;
    if (2 * pair >= head_dim) return;
    const float angle = positions[token] * powf(base, -2.f * pair / head_dim);
    const float c = cosf(angle), s = sinf(angle);
    const size_t at = ((size_t)token * blockDim.y + head) * head_dim + 2 * pair;
    float2* both[2] = { (float2*)(q + at), (float2*)(k + at) };
    for (int w = 0; w < 2; ++w) {
        const float2 v = *both[w];
        both[w]->x = v.x * c - v.y * s;
        both[w]->y = v.x * s + v.y * c;
    }
}
