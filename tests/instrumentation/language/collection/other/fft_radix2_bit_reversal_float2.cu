#include <cuda_runtime.h>

#define PI_F 3.14159265358979f

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__device__ __forceinline__ float2 twiddle(int k, int n, bool inverse)
{
    const float phi = (inverse ? 2.f : -2.f) * PI_F * k / n;
    return { cosf(phi), sinf(phi) };
}

__device__ void butterfly(float2& a, float2& b, const float2& w)
{
    const float2 t = w * b;
    b = a - t;
    a = a + t;
}

// one block transforms 2^LOG2N points in shared memory
template <int LOG2N>
__global__ void fftShared(const float2* in, float2* out, bool inverse)
{
    constexpr int N = 1 << LOG2N;
    __shared__ float2 s[N];
    for (unsigned i = threadIdx.x; i < N; i += blockDim.x)
        s[__brev(i) >> (32 - LOG2N)] = in[blockIdx.x * N + i];
    __syncthreads();
    for (int half = 1; half < N; half <<= 1) {
        for (int k = threadIdx.x; k < N / 2; k += blockDim.x) {
            const int j = k & (half - 1);
            const int top = 2 * (k - j) + j;
            butterfly(s[top], s[top + half], twiddle(j, 2 * half, inverse));
        }
        __syncthreads();
    }
    const float scale = inverse ? 1.f / N : 1.f;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        out[blockIdx.x * N + i] = make_float2(s[i].x * scale, s[i].y * scale);
}
template __global__ void fftShared<10>(const float2*, float2*, bool);

// polar view for plotting
__global__ void polar(const float2* z, float* magnitude, float* phase_deg, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        magnitude[i] = hypotf(z[i].x, z[i].y);
        phase_deg[i] = fmodf(atan2f(z[i].y, z[i].x) * (180.f / PI_F) + 360.f, 360.f);
    }
}
