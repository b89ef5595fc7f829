// Homogeneous points times 4x4 matrices from constant memory
__constant__ float  modelView[4][4];
__constant__ float4 projection[4];      // rows
__device__ unsigned clippedPoints;
__device__ float    nearest = 3.402823466e+38f;

__device__ __forceinline__ float dot(float4 a, float4 b)
{
    return a.x*b.x + a.y*b.y + a.z*b.z + a.w*b.w;
}

__device__ __forceinline__ float dot(float3 a, float3 b)
{
    return a.x*b.x + a.y*b.y + a.z*b.z;
}

__global__ void transformPoints(const float4* in, float4* out, uchar4* marks, int count)
{
    int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i >= count) return;

    const float4 v = in[i];
    float e[4];
    #pragma unroll
    for (int r = 0; r < 4; ++r)
        e[r] = modelView[r][0]*v.x + modelView[r][1]*v.y + modelView[r][2]*v.z + modelView[r][3]*v.w;

    const float4 eye = make_float4(e[0], e[1], e[2], e[3]);
    float4 clip = { dot(projection[0], eye), dot(projection[1], eye),
                    dot(projection[2], eye), dot(projection[3], eye) };

    bool outside = fabsf(clip.x) > clip.w || fabsf(clip.y) > clip.w;
    if (outside) atomicAdd(&clippedPoints, 1u);
    if (clip.w < nearest) nearest = clip.w;       // racy, good enough for a hint

    clip.x /= clip.w; clip.y /= clip.w; clip.z /= clip.w;
    out[i] = clip;
    marks[i] = make_uchar4(outside ? 255 : 0, 0, 0, 'P');
}

// normals need the upper 3x3 part only
__global__ void transformNormals(float3* normals, int count)
{
    int i = blockIdx.x*blockDim.x + threadIdx.x;
    if (i >= count) return;
    float3 n = normals[i], t;
    t.x = dot(make_float3(modelView[0][0], modelView[0][1], modelView[0][2]), n);
    t.y = dot(make_float3(modelView[1][0], modelView[1][1], modelView[1][2]), n);
    t.z = dot(make_float3(modelView[2][0], modelView[2][1], modelView[2][2]), n);
    const float s = rsqrtf(dot(t, t) + 1e-12f);
    normals[i] = make_float3(s*t.x, s*t.y, s*t.z);
}
