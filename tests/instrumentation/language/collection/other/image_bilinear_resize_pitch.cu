#include <cuda_runtime.h>

struct View
{
    unsigned char* data;
    int2           size;
    int            pitchBytes;

    __device__ float at(int x, int y) const { return data[y * pitchBytes + x]; }
    __device__ unsigned char& ref(int x, int y) { return *(data + y * pitchBytes + x); }
};

__device__ inline float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ inline unsigned char to_byte(float v) { return (unsigned char)fminf(fmaxf(v + .5f, 0.f), 255.f); }

__global__ void resizeBilinear(const View src, View dst)
{
    const int2 p = make_int2(blockIdx.x * blockDim.x + threadIdx.x,
                             blockIdx.y * blockDim.y + threadIdx.y);
    if (p.x >= dst.size.x || p.y >= dst.size.y)
        return;

    const float2 scale = make_float2((float)src.size.x / dst.size.x, (float)src.size.y / dst.size.y);
    float2 f;
    f.x = (p.x + .5f) * scale.x - .5f;
    f.y = (p.y + .5f) * scale.y - .5f;

    const int x0 = max(0, (int)floorf(f.x)), x1 = min(x0 + 1, src.size.x - 1);
    const int y0 = max(0, (int)floorf(f.y)), y1 = min(y0 + 1, src.size.y - 1);
    const float tx = fmaxf(0.f, f.x - x0), ty = fmaxf(0.f, f.y - y0);

    const float top = lerp(src.at(x0, y0), src.at(x1, y0), tx);
    const float bot = lerp(src.at(x0, y1), src.at(x1, y1), tx);
    dst.ref(p.x, p.y) = to_byte(lerp(top, bot, ty));
}
