// Points, bodies, clusters and chance.
__global__ void nearest(const float *point, const float *centre, int *label, int n, int k, int dims)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = 1e30f;
    for (int c = 0; c < k; ++c) {
        float far = 0;
        for (int d = 0; d < dims; ++d) {
            float way = point[i * dims + d] - centre[c * dims + d];
            far += way * way;
        }
        if (far < best) best = far, label[i] = c;
    }
}
__global__ void gather_clusters(const float *point, const int *label, float *sum, int *members, int n, int dims)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int d = 0; d < dims; ++d) atomicAdd(&sum[label[i] * dims + d], point[i * dims + d]);
    atomicAdd(&members[label[i]], 1);
}
struct Body { float3 at, speed; };
__global__ void pull(Body *body, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 force = make_float3(0, 0, 0);
    for (int j = 0; j < n; ++j) {
        float x = body[j].at.x - body[i].at.x, y = body[j].at.y - body[i].at.y, z = body[j].at.z - body[i].at.z;
        float near = rsqrtf(x * x + y * y + z * z + 1e-9f), cube = near * near * near;
        force.x += x * cube, force.y += y * cube, force.z += z * cube;
    }
    body[i].speed.x += dt * force.x, body[i].speed.y += dt * force.y, body[i].speed.z += dt * force.z;
}
__global__ void darts(unsigned long long *inside, int throws, unsigned seed)
{
    unsigned state = seed + 747796405u * (blockIdx.x * blockDim.x + threadIdx.x), mine = 0;
    for (int n = 0; n < throws; ++n) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * 0x1p-24f;
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * 0x1p-24f;
        mine += x * x + y * y <= 1.0f;
    }
    atomicAdd(inside, (unsigned long long)mine);
}
__global__ void in_cells(const float2 *at, const int *begin, const int *end, const int *cell, float *force, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = 0;
    for (int j = begin[cell[i]]; j < end[cell[i]]; ++j) {
        float x = at[i].x - at[j].x, y = at[i].y - at[j].y;
        if (j != i) f += 1 / (x * x + y * y + 0.01f);
    }
    force[i] = f;
}
