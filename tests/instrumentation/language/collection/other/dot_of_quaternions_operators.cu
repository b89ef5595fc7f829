#include <cuda_runtime.h>

struct __align__(16) Quat
{
    float w, x, y, z;

    __host__ __device__ constexpr Quat(float w_ = 1.f, float x_ = 0.f, float y_ = 0.f, float z_ = 0.f)
        : w(w_), x(x_), y(y_), z(z_) {}

    __device__ Quat operator*(const Quat& q) const
    {
        return Quat(w * q.w - x * q.x - y * q.y - z * q.z,
                    w * q.x + x * q.w + y * q.z - z * q.y,
                    w * q.y - x * q.z + y * q.w + z * q.x,
                    w * q.z + x * q.y - y * q.x + z * q.w);
    }
    __device__ Quat operator-() const { return { w, -x, -y, -z }; }     // conjugate
    __device__ Quat& operator*=(float s) { w *= s; x *= s; y *= s; z *= s; return *this; }
    __device__ friend float dot(const Quat& a, const Quat& b)
    {
        return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    }
    __device__ Quat normalised() const { Quat r = *this; r *= rsqrtf(dot(r, r)); return r; }
};

__global__ void quatDot(const Quat* a, const Quat* b, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = dot(a[i], b[i]);
}

__global__ void quatSlerpish(Quat* pose, const Quat* goal, float t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Quat p = pose[i], g = goal[i];
    const float s = dot(p, g) < 0 ? -t : t;
    pose[i] = Quat(p.w * (1 - t) + g.w * s, p.x * (1 - t) + g.x * s,
                   p.y * (1 - t) + g.y * s, p.z * (1 - t) + g.z * s).normalised();
}

__global__ void rotateVectors(const Quat q, float3* v, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        const Quat r = q * Quat(0, v[i].x, v[i].y, v[i].z) * -q;
        v[i] = make_float3(r.x, r.y, r.z);
    }
}
