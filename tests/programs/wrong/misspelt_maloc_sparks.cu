#include <cstdio>
#include <cuda_runtime.h>

struct Vec2 { float x, y; };
struct Spark { Vec2 pos, vel; float life; };

enum { MAX_SPARKS = 10000, TPB = 128 };

__global__ void stepSparks(Spark* s, int n, float dt) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= n) return;
    s[id].pos.x += s[id].vel.x * dt;
    s[id].pos.y += s[id].vel.y * dt;
    s[id].vel.y -= 9.81f * dt;
    s[id].life -= dt;
}

struct SparkSystem {
    Spark* dev;
    int count;
    void init(int n) {
        count = n;
        cudaMaloc((void**)&dev, n * sizeof(Spark)); //~ 23:9 there is no function 'cudaMaloc'; did you mean 'cudaMalloc'?
        cudaMemset(dev, 0, n * sizeof(Spark));
    }
    void update(float dt) { stepSparks<<<(count + TPB - 1) / TPB, TPB>>>(dev, count, dt); }
    void shutdown() { cudaFree(dev); dev = nullptr; }
};

int main() {
    SparkSystem sys;
    sys.init(MAX_SPARKS);
    for (int frame = 0; frame < 60; ++frame) sys.update(1.0f / 60.0f);
    cudaDeviceSynchronize();
    sys.shutdown();
    puts("done");
}
