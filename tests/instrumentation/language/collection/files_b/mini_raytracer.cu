// A small path tracer: spheres, a plane, three materials.
//
// vec3 is simply float3 with operators; nothing is allocated in device code.

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

// ----------------------------------------------------------------- vec3
typedef float3 vec3;

#define HD __host__ __device__ inline

HD vec3 v3(float x, float y, float z) { return make_float3(x, y, z); }
HD vec3 v3(float s) { return make_float3(s, s, s); }
HD vec3 operator+(const vec3& a, const vec3& b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
HD vec3 operator-(const vec3& a, const vec3& b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
HD vec3 operator*(const vec3& a, const vec3& b) { return v3(a.x * b.x, a.y * b.y, a.z * b.z); }
HD vec3 operator*(const vec3& a, float s) { return v3(a.x * s, a.y * s, a.z * s); }
HD vec3 operator*(float s, const vec3& a) { return a * s; }
HD vec3 operator/(const vec3& a, float s) { return a * (1.0f / s); }
HD vec3 operator-(const vec3& a) { return v3(-a.x, -a.y, -a.z); }
HD vec3& operator+=(vec3& a, const vec3& b) { return a = a + b; }
HD vec3& operator*=(vec3& a, const vec3& b) { return a = a * b; }
HD float dot(const vec3& a, const vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD vec3 cross(const vec3& a, const vec3& b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
HD float length(const vec3& a) { return sqrtf(dot(a, a)); }
HD vec3 normalize(const vec3& a) { return a / length(a); }
HD vec3 reflect(const vec3& d, const vec3& n) { return d - 2.0f * dot(d, n) * n; }
HD vec3 lerp(const vec3& a, const vec3& b, float t) { return (1.0f - t) * a + t * b; }

// ----------------------------------------------------------------- scene
enum class Material : int { Diffuse, Metal, Glass, Light };

struct Ray {
    vec3 origin, dir;
    HD Ray(const vec3& o, const vec3& d) : origin(o), dir(d) {}
    HD vec3 at(float t) const { return origin + t * dir; }
};

struct Hit {
    float t = 1e30f;
    vec3 point, normal, color;
    Material material = Material::Diffuse;
    float param = 0.f;
};

struct Sphere {
    vec3 center;
    float radius;
    vec3 color;
    Material material;
    float param;   // roughness or index of refraction

    HD bool intersect(const Ray& r, Hit& hit) const
    {
        vec3 oc = r.origin - center;
        float b = dot(oc, r.dir);
        float c = dot(oc, oc) - radius * radius;
        float disc = b * b - c;
        if (disc <= 0.f) return false;
        float root = sqrtf(disc);
        float t = -b - root;
        if (t < 1e-3f) t = -b + root;
        if (t < 1e-3f || t >= hit.t) return false;
        hit.t = t;
        hit.point = r.at(t);
        hit.normal = (hit.point - center) / radius;
        hit.color = color;
        hit.material = material;
        hit.param = param;
        return true;
    }
};

struct Camera {
    vec3 eye, corner, right, up;
    HD Ray ray(float s, float t) const { return Ray(eye, normalize(corner + s * right + t * up)); }
};

#define MAX_SPHERES 32
__constant__ Sphere c_spheres[MAX_SPHERES];
__constant__ Camera c_camera;
__device__ unsigned int d_rays;

// ----------------------------------------------------------------- random numbers
class Rng {
    unsigned s;

public:
    __device__ Rng(unsigned pixel, unsigned frame) : s(pixel * 9781u + frame * 6271u + 1u) { next(); next(); }
    __device__ unsigned next()
    {
        s = s * 747796405u + 2891336453u;
        unsigned w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
        return (w >> 22u) ^ w;
    }
    __device__ float operator()() { return (next() & 0xffffffu) / 16777216.0f; }
    __device__ vec3 on_sphere()
    {
        float z = 2.f * (*this)() - 1.f;
        float phi = 6.2831853f * (*this)();
        float r = sqrtf(fmaxf(0.f, 1.f - z * z));
        return v3(r * cosf(phi), r * sinf(phi), z);
    }
};

// ----------------------------------------------------------------- tracing
__device__ bool closest(const Ray& r, int spheres, Hit& hit)
{
    bool any = false;
    for (int i = 0; i < spheres; ++i) any |= c_spheres[i].intersect(r, hit);
    if (r.dir.y < -1e-4f) {                                   // checkered floor at y = 0
        float t = -r.origin.y / r.dir.y;
        if (t > 1e-3f && t < hit.t) {
            hit.t = t;
            hit.point = r.at(t);
            hit.normal = v3(0.f, 1.f, 0.f);
            int odd = ((int)floorf(hit.point.x) + (int)floorf(hit.point.z)) & 1;
            hit.color = odd ? v3(0.9f) : v3(0.2f, 0.3f, 0.2f);
            hit.material = Material::Diffuse;
            any = true;
        }
    }
    return any;
}

__device__ vec3 sky(const vec3& d) { return lerp(v3(1.f), v3(0.5f, 0.7f, 1.f), 0.5f * (d.y + 1.f)); }

__device__ vec3 trace(Ray r, int spheres, int depth, Rng& rng)
{
    vec3 throughput = v3(1.f), result = v3(0.f);
    for (int bounce = 0; bounce < depth; ++bounce) {
        Hit h;
        if (!closest(r, spheres, h)) {
            result += throughput * sky(r.dir);
            break;
        }
        vec3 dir;
        switch (h.material) {
            case Material::Light:
                return result + throughput * h.color * h.param;
            case Material::Metal:
                dir = reflect(r.dir, h.normal) + h.param * rng.on_sphere();
                throughput *= h.color;
                break;
            case Material::Glass: {
                bool outside = dot(r.dir, h.normal) < 0.f;
                vec3 n = outside ? h.normal : -h.normal;
                float eta = outside ? 1.f / h.param : h.param;
                float cosine = fminf(-dot(r.dir, n), 1.f);
                float k = 1.f - eta * eta * (1.f - cosine * cosine);
                float r0 = (1.f - eta) / (1.f + eta);
                r0 *= r0;
                float schlick = r0 + (1.f - r0) * powf(1.f - cosine, 5.f);
                if (k < 0.f || rng() < schlick)
                    dir = reflect(r.dir, n);
                else
                    dir = eta * r.dir + (eta * cosine - sqrtf(k)) * n;
                break;
            }
            case Material::Diffuse:
            default:
                dir = h.normal + rng.on_sphere();
                throughput *= h.color;
        }
        r = Ray(h.point, normalize(dir));
        atomicAdd(&d_rays, 1u);
    }
    return result;
}

__global__ void clear_image(vec3* image, int pixels)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) image[i] = v3(0.f);
}

template <int Samples, bool Jitter = true>
__global__ void __launch_bounds__(64) render(vec3* image, int width, int height, int spheres, int frame)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int pixel = y * width + x;
    Rng rng(pixel, frame);
    vec3 sum = v3(0.f);
    for (int s = 0; s < Samples; ++s) {
        float jx = Jitter ? rng() : 0.5f, jy = Jitter ? rng() : 0.5f;
        sum += trace(c_camera.ray((x + jx) / width, (y + jy) / height), spheres, 8, rng);
    }
    image[pixel] += sum / float(Samples);
}

// only the first hit: normals as colours
__global__ void render_normals(uchar4* out, int width, int height, int spheres)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    Hit h;
    Ray r = c_camera.ray((x + 0.5f) / width, (y + 0.5f) / height);
    vec3 c = closest(r, spheres, h) ? 0.5f * (h.normal + v3(1.f)) : v3(0.f);
    out[(height - 1 - y) * width + x] = make_uchar4(255.99f * c.x, 255.99f * c.y, 255.99f * c.z, 255);
}

__global__ void tone_map(const vec3* image, uchar4* out, int width, int height, float exposure)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    vec3 c = image[i] * exposure;
    float v[3] = {c.x, c.y, c.z};
    unsigned char b[3];
    for (int k = 0; k < 3; ++k) b[k] = (unsigned char)(255.99f * __saturatef(sqrtf(v[k] / (1.f + 0.2f * v[k]))));
    int x = i % width, y = i / width;
    out[(height - 1 - y) * width + x] = make_uchar4(b[0], b[1], b[2], 255);
}

// ----------------------------------------------------------------- host
class Output {
public:
    virtual ~Output() = default;
    virtual void write(const std::vector<uchar4>& p, int w, int h) = 0;
};

class PpmOutput : public Output {
public:
    explicit PpmOutput(std::string name) : name_(std::move(name)) {}
    void write(const std::vector<uchar4>& p, int w, int h) override
    {
        std::ofstream f(name_, std::ios::binary);
        f << "P6 " << w << ' ' << h << " 255\n";
        for (uchar4 c : p) f.put(char(c.x)).put(char(c.y)).put(char(c.z));
        std::cout << "wrote " << name_ << '\n';
    }

private:
    std::string name_;
};

class AsciiOutput : public Output {
public:
    void write(const std::vector<uchar4>& p, int w, int h) override
    {
        static const char ramp[] = " .:-=+*#%@\"'\\/";
        for (int y = 0; y < h; y += h / 24) {
            for (int x = 0; x < w; x += w / 78) std::cout << ramp[p[y * w + x].y * (sizeof ramp - 2) / 255];
            std::cout << '\n';
        }
    }
};

static Camera look_at(vec3 eye, vec3 target, float fov, float aspect)
{
    vec3 w = normalize(target - eye), u = normalize(cross(w, v3(0, 1, 0))), v = cross(u, w);
    float h = 2 * std::tan(fov / 2), b = aspect * h;
    return Camera{eye, w - 0.5f * b * u - 0.5f * h * v, b * u, h * v};
}

template <class T, class... Rest>
void free_all(T* first, Rest*... rest)
{
    cudaFree(first);
    if constexpr (sizeof...(rest) > 0) free_all(rest...);
}

int main(int argc, char** argv)
{
    const int width = 640, height = 360;
    int frames = argc > 1 ? std::atoi(argv[1]) : 8;

    std::vector<Sphere> scene = {
        {v3(0, 1, 0), 1.0f, v3(1.f), Material::Glass, 1.5f},
        {v3(-2.2f, 1, -0.5f), 1.0f, v3(0.9f, 0.7f, 0.4f), Material::Metal, 0.05f},
        {v3(2.2f, 1, -0.5f), 1.0f, v3(0.8f, 0.2f, 0.2f), Material::Diffuse, 0.f},
        {v3(0, 5, -3), 1.5f, v3(1.f, 0.9f, 0.8f), Material::Light, 4.f},
    };
    for (int i = 0; i < 10; ++i)
        scene.push_back({v3(-4.5f + i, 0.3f, 2.0f), 0.3f, v3(i / 10.f, 0.5f, 1 - i / 10.f), Material(i % 3), i % 3 == 2 ? 1.3f : 0.1f});

    Camera cam = look_at(v3(0, 2, 7), v3(0, 1, 0), 0.8f, float(width) / height);
    cudaMemcpyToSymbol(c_spheres, scene.data(), scene.size() * sizeof(Sphere));
    cudaMemcpyToSymbol(c_camera, &cam, sizeof cam);

    vec3* image = nullptr;
    uchar4* bytes = nullptr;
    if (cudaMalloc(&image, width * height * sizeof(vec3)) || cudaMalloc(&bytes, width * height * sizeof(uchar4))) {
        std::cerr << "no memory: " << cudaGetErrorString(cudaGetLastError()) << std::endl;
        return 1;
    }

    dim3 threads(8, 8);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    std::vector<uchar4> host(width * height);

    render_normals<<<blocks, threads>>>(bytes, width, height, (int)scene.size());
    cudaMemcpy(host.data(), bytes, host.size() * sizeof(uchar4), cudaMemcpyDeviceToHost);
    AsciiOutput().write(host, width, height);

    auto start = std::chrono::steady_clock::now();
    clear_image<<<(width * height + 255) / 256, 256>>>(image, width * height);
    render<16, false><<<blocks, threads>>>(image, width, height, (int)scene.size(), 0);
    for (int f = 1; f < frames; ++f)
        render<16><<<blocks, threads>>>(image, width, height, (int)scene.size(), f);
    tone_map<<<(width * height + 255) / 256, 256>>>(image, bytes, width, height, 1.f / frames);
    cudaMemcpy(host.data(), bytes, host.size() * sizeof(uchar4), cudaMemcpyDeviceToHost);
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

    unsigned rays = 0;
    cudaMemcpyFromSymbol(&rays, d_rays, sizeof rays);
    std::cout << rays / 1e6 / seconds.count() << " million bounces per second\n";
    std::unique_ptr<Output> out = std::make_unique<PpmOutput>("spheres.ppm");
    out->write(host, width, height);
    free_all(image, bytes);
    return cudaGetLastError() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
