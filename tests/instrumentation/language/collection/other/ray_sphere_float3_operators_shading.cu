#include <cuda_runtime.h>
#include <cmath>
#include <cfloat>

#define HD __host__ __device__ __forceinline__

HD float3 operator+(const float3& a, const float3& b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
HD float3 operator-(const float3& a, const float3& b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
HD float3 operator*(const float3& a, float s)         { return make_float3(a.x * s, a.y * s, a.z * s); }
HD float3 operator*(float s, const float3& a)         { return a * s; }
HD float3& operator+=(float3& a, const float3& b)     { a = a + b; return a; }
HD float dot(const float3& a, const float3& b)        { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD float3 normalize(const float3& a)                  { return a * (1.f / sqrtf(dot(a, a))); }

struct Ray {
  float3 origin, dir;
  HD float3 at(float t) const { return origin + t * dir; }
};

struct Sphere {
  float3 centre;
  float radius;
  struct Material { float3 albedo; float shininess; } mat;

  // nearest positive hit or a negative number
  HD float hit(const Ray& r) const {
    const float3 oc = r.origin - centre;
    const float b = dot(oc, r.dir), c = dot(oc, oc) - radius * radius;
    const float disc = b * b - c;
    if (disc < 0.f) return -1.f;
    const float root = sqrtf(disc);
    return -b - root > 1e-3f ? -b - root : -b + root > 1e-3f ? -b + root : -1.f;
  }
};

struct Camera {
  float3 eye;
  float fov_scale;
};

__device__ float3 sky(const Ray& r) {
  const float t = .5f * (r.dir.y + 1.f);
  return (1.f - t) * make_float3(1, 1, 1) + t * make_float3(.5f, .7f, 1.f);
}

__global__ void render(uchar4* pixels, int w, int h, const Sphere* spheres, int count, Camera cam, float3 light) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;

  Ray ray{cam.eye, normalize(make_float3((x + .5f - w * .5f) * cam.fov_scale / h,
                                         (h * .5f - y - .5f) * cam.fov_scale / h, -1.f))};
  float3 colour{0.f, 0.f, 0.f};
  float weight = 1.f;

  for (int bounce = 0; bounce < 3; ++bounce) {
    float nearest = FLT_MAX;
    const Sphere* what = nullptr;
    for (const Sphere* s = spheres; s != spheres + count; ++s) {
      const float t = s->hit(ray);
      if (t > 0.f && t < nearest) { nearest = t; what = s; }
    }
    if (!what) { colour += weight * sky(ray); break; }
    const float3 p = ray.at(nearest), n = (p - what->centre) * (1.f / what->radius);
    const float diffuse = fmaxf(0.f, dot(n, light));
    const float spec = powf(fmaxf(0.f, dot(n, normalize(light - ray.dir))), what->mat.shininess);
    colour += weight * (what->mat.albedo * (0.1f + 0.9f * diffuse) + make_float3(spec, spec, spec));
    weight *= .3f;
    ray = Ray{p, ray.dir - 2.f * dot(ray.dir, n) * n};
  }

  pixels[y * w + x] = make_uchar4((unsigned char)(255 * fminf(colour.x, 1.f)),
                                  (unsigned char)(255 * fminf(colour.y, 1.f)),
                                  (unsigned char)(255 * fminf(colour.z, 1.f)), 255);
}