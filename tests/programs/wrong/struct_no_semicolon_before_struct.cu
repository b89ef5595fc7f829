#include <cstdio>
#include <cuda_runtime.h>

struct Ray { float3 o, d; };
struct Sphere {
    float3 c;
    float r;
} //~ 8:2 a ';' is missing after the '}' of struct Sphere
struct Camera { float3 pos; float fov; int w, h; };

__global__ void trace(unsigned* fb, Camera cam, Sphere s) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cam.w || y >= cam.h) return;
    Ray r = {cam.pos, {(x - cam.w / 2) * cam.fov, (y - cam.h / 2) * cam.fov, 1.f}};
    float dx = r.d.x - s.c.x, dy = r.d.y - s.c.y;
    fb[y * cam.w + x] = dx * dx + dy * dy < s.r * s.r ? 0xffffffffu : 0u;
}

int main() {
    Camera cam = {{0, 0, 0}, 0.01f, 320, 180};
    Sphere s = {{0, 0, 5}, 1.5f};
    unsigned* fb;
    cudaMalloc(&fb, cam.w * cam.h * sizeof(unsigned));
    dim3 b(16, 4), g((cam.w + 15) / 16, (cam.h + 3) / 4);
    trace<<<g, b>>>(fb, cam, s);
    cudaDeviceSynchronize();
    cudaFree(fb);
}
