// GPU bone palette: world = parent * local for a batch of 4x4 matrices,
// then transform of vertices. Engine-style code, column-major like GL.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cstdint>
#include <cuda_runtime.h>

typedef uint32_t u32;
typedef float f32;

struct Vec4 { f32 x, y, z, w; };
struct Mat4 { Vec4 col[4]; };

struct Vertex {
    f32 px, py, pz;
    u32 bone;
};

enum { NUM_BONES = 60, NUM_VERTS = 5000, GROUP = 64 };

static __host__ __device__ inline Vec4 mul(const Mat4 &m, const Vec4 &v)
{
    Vec4 r;
    r.x = m.col[0].x * v.x + m.col[1].x * v.y + m.col[2].x * v.z + m.col[3].x * v.w;
    r.y = m.col[0].y * v.x + m.col[1].y * v.y + m.col[2].y * v.z + m.col[3].y * v.w;
    r.z = m.col[0].z * v.x + m.col[1].z * v.y + m.col[2].z * v.z + m.col[3].z * v.w;
    r.w = m.col[0].w * v.x + m.col[1].w * v.y + m.col[2].w * v.z + m.col[3].w * v.w;
    return r;
}

static __host__ __device__ inline Mat4 mul(const Mat4 &a, const Mat4 &b)
{
    Mat4 r;
    for (int c = 0; c < 4; ++c)
        r.col[c] = mul(a, b.col[c]);
    return r;
}

__global__ void UpdatePalette(const Mat4 *parent, const Mat4 *local, Mat4 *world, u32 count)
{
    u32 id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count) return;
    world[id] = mul(parent[id], local[id]);
}

__global__ void SkinVertices(const Mat4 *palette, const Vertex *in, Vec4 *out, u32 count)
{
    u32 id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= count) return;
    const Vertex v = in[id];
    const Vec4 p = { v.px, v.py, v.pz, 1.0f };
    out[id] = mul(palette[v.bone], p);
}

static inline u32 NumGroups(u32 items, u32 group) { return (items + group - 1) / group; }

static Mat4 RotZ(f32 a, f32 tx)
{
    f32 c = cosf(a), s = sinf(a);
    Mat4 m = {{ { c, s, 0, 0 }, { -s, c, 0, 0 }, { 0, 0, 1, 0 }, { tx, 0, 0, 1 } }};
    return m;
}

int main()
{
    static Mat4 parent[NUM_BONES], local[NUM_BONES];
    static Vertex verts[NUM_VERTS];
    static Vec4 result[NUM_VERTS];

    for (u32 i = 0; i < NUM_BONES; ++i) {
        parent[i] = RotZ(0.1f * i, 1.0f);
        local[i] = RotZ(-0.05f * i, (f32)i);
    }
    for (u32 i = 0; i < NUM_VERTS; ++i) {
        verts[i].px = (f32)(rand() % 100) / 10.0f;
        verts[i].py = (f32)(rand() % 100) / 10.0f;
        verts[i].pz = (f32)(rand() % 100) / 10.0f;
        verts[i].bone = i % NUM_BONES;
    }

    Mat4 *gpuParent, *gpuLocal, *gpuWorld;
    Vertex *gpuVerts;
    Vec4 *gpuOut;
    cudaMalloc(&gpuParent, sizeof(parent));
    cudaMalloc(&gpuLocal, sizeof(local));
    cudaMalloc(&gpuWorld, sizeof(Mat4) * NUM_BONES);
    cudaMalloc(&gpuVerts, sizeof(verts));
    cudaMalloc(&gpuOut, sizeof(result));

    cudaMemcpy(gpuParent, parent, sizeof(parent), cudaMemcpyHostToDevice);
    cudaMemcpy(gpuLocal, local, sizeof(local), cudaMemcpyHostToDevice);
    cudaMemcpy(gpuVerts, verts, sizeof(verts), cudaMemcpyHostToDevice);

    UpdatePalette<<<NumGroups(NUM_BONES, GROUP), GROUP>>>(gpuParent, gpuLocal, gpuWorld, NUM_BONES);
    SkinVertices<<<NumGroups(NUM_VERTS, GROUP * 2), GROUP * 2>>>(gpuWorld, gpuVerts, gpuOut, NUM_VERTS);

    cudaMemcpy(result, gpuOut, sizeof(result), cudaMemcpyDeviceToHost);

    u32 errors = 0;
    for (u32 i = 0; i < NUM_VERTS; ++i) {
        const Vertex &v = verts[i];
        Vec4 p = { v.px, v.py, v.pz, 1.0f };
        Vec4 e = mul(parent[v.bone], mul(local[v.bone], p));
        f32 d = fabsf(e.x - result[i].x) + fabsf(e.y - result[i].y) + fabsf(e.z - result[i].z);
        if (d > 1e-2f) ++errors;
    }
    printf("[skinning] %u vertices, %u errors\n", (u32)NUM_VERTS, errors);

    cudaFree(gpuParent); cudaFree(gpuLocal); cudaFree(gpuWorld);
    cudaFree(gpuVerts);  cudaFree(gpuOut);
    return errors ? 1 : 0;
}
