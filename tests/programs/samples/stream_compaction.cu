// Stream compaction in three phases: predicate counts per block, an exclusive
// scan of the counts, scatter.  The number of survivors is read back and the
// follow-up kernel is launched for exactly that many elements.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_OK(stmt)                                                                 \
    do {                                                                              \
        if (cudaError_t err = (stmt)) {                                               \
            fprintf(stderr, "%s @%d: %s\n", #stmt, __LINE__, cudaGetErrorString(err)); \
            return 1;                                                                 \
        }                                                                             \
    } while (0)

struct Particle {
    float x, y, z;
    float life;
    int id;
    int pad[3];
};
static_assert(sizeof(Particle) == 32, "two particles per 64-byte line");

constexpr int kBlock = 128;

struct Alive {
    float threshold;
    __host__ __device__ bool operator()(const Particle &p) const { return p.life > threshold; }
};

template <int B, class Pred>
__global__ void countKernel(const Particle *in, int n, Pred pred, int *counts)
{
    int i = blockIdx.x * B + threadIdx.x;
    int c = __syncthreads_count(i < n && pred(in[i]));
    if (threadIdx.x == 0) counts[blockIdx.x] = c;
}

template <int B>
__global__ void scanCounts(int *counts, int m, int *total)
{
    __shared__ int s[B];
    int carry = 0;
    for (int base = 0; base < m; base += B) {
        int i = base + threadIdx.x;
        int v = i < m ? counts[i] : 0;
        s[threadIdx.x] = v;
        __syncthreads();
        for (int d = 1; d < B; d *= 2) {
            int t = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += t;
            __syncthreads();
        }
        if (i < m) counts[i] = carry + s[threadIdx.x] - v;
        carry += s[B - 1];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total = carry;
}

template <int B, class Pred>
__global__ void scatterKernel(const Particle *in, Particle *out, int n, Pred pred, const int *offsets)
{
    __shared__ int s[B];
    int i = blockIdx.x * B + threadIdx.x;
    bool keep = i < n && pred(in[i]);
    s[threadIdx.x] = keep;
    __syncthreads();
    for (int d = 1; d < B; d *= 2) {
        int t = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += t;
        __syncthreads();
    }
    if (keep) out[offsets[blockIdx.x] + s[threadIdx.x] - 1] = in[i];
}

__global__ void integrate(Particle *p, int n, float dt, const float3 gravity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    p[i].x += gravity.x * dt;
    p[i].y += gravity.y * dt;
    p[i].z += gravity.z * dt;
    p[i].life -= dt;
}

int main(int argc, char **argv)
{
    int n = 10000;
    const int rounds = 3;
    if (argc > 1) n = atoi(argv[1]);
    Particle *h = new Particle[n], *ref = new Particle[n];
    for (int i = 0; i < n; ++i) {
        h[i] = Particle{float(i), float(i % 7), 0.f, float((i * 37) % 100) / 25.f, i, {0, 0, 0}};
        ref[i] = h[i];
    }

    const int maxBlocks = (n + kBlock - 1) / kBlock;
    Particle *d_a, *d_b;
    int *d_counts, *d_total;
    CUDA_OK(cudaMalloc(&d_a, n * sizeof(Particle)));
    CUDA_OK(cudaMalloc(&d_b, n * sizeof(Particle)));
    CUDA_OK(cudaMalloc(&d_counts, maxBlocks * sizeof(int)));
    CUDA_OK(cudaMalloc(&d_total, sizeof(int)));
    CUDA_OK(cudaMemcpy(d_a, h, n * sizeof(Particle), cudaMemcpyHostToDevice));

    const float dt = 0.5f;
    const float3 g = make_float3(0.f, -9.81f, 0.f);
    int alive = n, aliveRef = n;
    for (int r = 0; r < rounds; ++r) {
        const Alive pred{0.4f + 0.1f * r};
        const int blocks = (alive + kBlock - 1) / kBlock;
        countKernel<kBlock><<<blocks, kBlock>>>(d_a, alive, pred, d_counts);
        scanCounts<64><<<1, 64>>>(d_counts, blocks, d_total);
        scatterKernel<kBlock, Alive><<<blocks, kBlock>>>(d_a, d_b, alive, pred, d_counts);
        CUDA_OK(cudaGetLastError());
        CUDA_OK(cudaMemcpy(&alive, d_total, sizeof(int), cudaMemcpyDeviceToHost));
        if (alive == 0) break;
        integrate<<<(alive + 255) / 256, 256>>>(d_b, alive, dt, g);
        CUDA_OK(cudaGetLastError());
        Particle *t = d_a; d_a = d_b; d_b = t;

        int w = 0;
        for (int i = 0; i < aliveRef; ++i)
            if (pred(ref[i])) {
                ref[w] = ref[i];
                ref[w].y += g.y * dt;
                ref[w].life -= dt;
                ++w;
            }
        aliveRef = w;
        printf("round %d: %d particles left (expected %d)\n", r, alive, aliveRef);
    }
    int bad = alive != aliveRef;
    if (!bad && alive > 0) {
        CUDA_OK(cudaMemcpy(h, d_a, alive * sizeof(Particle), cudaMemcpyDeviceToHost));
        for (int i = 0; i < alive; ++i) bad += h[i].id != ref[i].id;
    }
    printf("%s\n", bad ? "FAILED" : "PASSED");
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_counts); cudaFree(d_total);
    delete[] h;
    delete[] ref;
    return bad != 0;
}
