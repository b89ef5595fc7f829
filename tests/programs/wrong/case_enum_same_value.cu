#include <cstdio>
#include <cuda_runtime.h>

enum Filter { BLUR = 1, EDGE = 2, SHARP = 2 };

__global__ void apply(const float* in, float* out, int w, int h, float centre, float side) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y >= h) return;
    out[y * w + x] = centre * in[y * w + x] + side * (in[y * w + x - 1] + in[y * w + x + 1]);
}

static void run(Filter f, const float* in, float* out, int w, int h) {
    dim3 b(64, 2), g((w + 63) / 64, (h + 1) / 2);
    float c = 1, s = 0;
    switch (f) {
        case BLUR:  c = .5f; s = .25f; break;
        case EDGE:  c = 2.f; s = -1.f; break;
        case SHARP: c = 3.f; s = -1.f; break; //~ 18:14 SHARP has the value 2 like EDGE (line 4): this case stands here a second time
        default: break;
    }
    apply<<<g, b>>>(in, out, w, h, c, s);
}

int main() {
    const int w = 640, h = 360;
    float *in, *out;
    cudaMalloc(&in, w * h * sizeof(float));
    cudaMalloc(&out, w * h * sizeof(float));
    for (int f = BLUR; f <= SHARP; ++f) run(static_cast<Filter>(f), in, out, w, h);
    cudaDeviceSynchronize();
    puts("filters done");
}
