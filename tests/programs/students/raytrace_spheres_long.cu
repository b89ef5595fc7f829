// raytrace_spheres.cu
// A small ray tracer: spheres over a checkered floor, hard shadows, mirrors.
// The picture is made in horizontal bands, each band in one of two streams,
// then tone-mapped and reduced to a thumbnail.  Output: PPM if a name is given.
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- vectors

struct vec3 {
    float x, y, z;
    vec3() = default;
    __host__ __device__ vec3(float a, float b, float c) : x(a), y(b), z(c) {}
    __host__ __device__ vec3 operator-() const { return vec3(-x, -y, -z); }
    __host__ __device__ vec3 &operator+=(const vec3 &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
};

#define HD __host__ __device__ inline

HD vec3 operator+(vec3 a, vec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
HD vec3 operator-(vec3 a, vec3 b) { return vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
HD vec3 operator*(vec3 a, vec3 b) { return vec3(a.x * b.x, a.y * b.y, a.z * b.z); }
HD vec3 operator*(float s, vec3 a) { return vec3(s * a.x, s * a.y, s * a.z); }
HD vec3 operator*(vec3 a, float s) { return s * a; }
HD float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HD vec3 normalize(vec3 a) { return (1.0f / sqrtf(dot(a, a))) * a; }
HD vec3 reflect(vec3 d, vec3 n) { return d - 2.0f * dot(d, n) * n; }

// ---------------------------------------------------------------- scene

struct Sphere {
    vec3 center;
    float radius;
    vec3 color;
    float mirror;
};

struct Ray {
    vec3 o, d;
    HD vec3 at(float t) const { return o + t * d; }
};

struct Hit {
    float t;
    vec3 p, n, color;
    float mirror;
};

constexpr int MAX_SPHERES = 16;
constexpr int MAX_BOUNCES = 4;

__constant__ Sphere c_spheres[MAX_SPHERES];

struct Camera {
    vec3 eye;
    float fov;
    int width, height;

    HD Ray ray(float px, float py) const
    {
        float s = tanf(0.5f * fov);
        float u = (2.0f * px / width - 1.0f) * s * width / height;
        float v = (1.0f - 2.0f * py / height) * s;
        return Ray{eye, normalize(vec3(u, v, -1.0f))};
    }
};

HD float hitSphere(const Sphere &s, const Ray &r)
{
    vec3 oc = r.o - s.center;
    float b = dot(oc, r.d);
    float c = dot(oc, oc) - s.radius * s.radius;
    float disc = b * b - c;
    if (disc < 0.0f)
        return -1.0f;
    float q = sqrtf(disc);
    float t = -b - q;
    return t > 1e-3f ? t : -b + q;
}

HD bool closest(const Sphere *s, int n, const Ray &r, Hit &h)
{
    h.t = FLT_MAX;
    for (int i = 0; i < n; ++i) {
        float t = hitSphere(s[i], r);
        if (t > 1e-3f && t < h.t) {
            h.t = t;
            h.p = r.at(t);
            h.n = (1.0f / s[i].radius) * (h.p - s[i].center);
            h.color = s[i].color;
            h.mirror = s[i].mirror;
        }
    }
    if (r.d.y < -1e-4f) {   // floor y = -1
        float t = (-1.0f - r.o.y) / r.d.y;
        if (t > 1e-3f && t < h.t) {
            h.t = t;
            h.p = r.at(t);
            h.n = vec3(0, 1, 0);
            int cx = (int)floorf(h.p.x), cz = (int)floorf(h.p.z);
            h.color = ((cx + cz) & 1) ? vec3(.9f, .9f, .9f) : vec3(.2f, .2f, .3f);
            h.mirror = 0.1f;
        }
    }
    return h.t < FLT_MAX;
}

HD vec3 sky(vec3 d)
{
    float t = 0.5f * (d.y + 1.0f);
    return (1.0f - t) * vec3(1, 1, 1) + t * vec3(.5f, .7f, 1.f);
}

HD vec3 trace(const Sphere *s, int n, Ray r, vec3 light)
{
    vec3 sum(0, 0, 0), weight(1, 1, 1);
    for (int b = 0; b < MAX_BOUNCES; ++b) {
        Hit h;
        if (!closest(s, n, r, h)) {
            sum += weight * sky(r.d);
            break;
        }
        Hit shadow;
        Ray toLight{h.p + 1e-3f * h.n, light};
        float lambert = dot(h.n, light);
        if (lambert < 0.0f || closest(s, n, toLight, shadow))
            lambert = 0.0f;
        sum += (1.0f - h.mirror) * (0.2f + 0.8f * lambert) * weight * h.color;
        weight = h.mirror * weight;
        if (weight.x < 0.01f)
            break;
        r = Ray{h.p + 1e-3f * h.n, reflect(r.d, h.n)};
    }
    return sum;
}

// ---------------------------------------------------------------- kernels

__global__ void renderBand(vec3 *frame, Camera cam, int firstRow, int rows, int numSpheres, vec3 light)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cam.width || y >= rows)
        return;
    int py = firstRow + y;
    frame[y * cam.width + x] = trace(c_spheres, numSpheres, cam.ray(x + 0.5f, py + 0.5f), light);
}

HD unsigned char toByte(float v)
{
    v = sqrtf(fminf(fmaxf(v, 0.0f), 1.0f));
    return (unsigned char)(255.0f * v + 0.5f);
}

__global__ void toneMap(const vec3 *frame, uchar4 *out, int pixels, float exposure)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels)
        return;
    vec3 c = exposure * frame[i];
    out[i] = make_uchar4(toByte(c.x), toByte(c.y), toByte(c.z), 255);
}

template <int F>
__global__ void shrink(const uchar4 *in, uchar4 *out, int inWidth, int outWidth, int outHeight)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= outWidth || y >= outHeight)
        return;
    int r = 0, g = 0, b = 0;
    for (int j = 0; j < F; ++j)
        for (int i = 0; i < F; ++i) {
            uchar4 p = in[(y * F + j) * inWidth + x * F + i];
            r += p.x;
            g += p.y;
            b += p.z;
        }
    out[y * outWidth + x] = make_uchar4(r / (F * F), g / (F * F), b / (F * F), 255);
}

// ---------------------------------------------------------------- host

#define CUDA(call)                                                                     \
    if (cudaError_t e = (call)) {                                                      \
        fprintf(stderr, "%s:%d %s -> %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(e)); \
        exit(1);                                                                       \
    }

static int buildScene(Sphere *s)
{
    int n = 0;
    s[n++] = Sphere{vec3(0, 0, -4), 1.0f, vec3(.9f, .3f, .3f), 0.3f};
    s[n++] = Sphere{vec3(-2, -.3f, -5), .7f, vec3(.3f, .9f, .3f), 0.0f};
    s[n++] = Sphere{vec3(1.8f, -.4f, -3.2f), .6f, vec3(.9f, .9f, .9f), 0.8f};
    for (int i = 0; i < 5; ++i)
        s[n++] = Sphere{vec3(-2.0f + i, -.8f, -2.5f), .2f, vec3(.2f * i, .5f, 1.0f - .2f * i), 0.1f};
    return n;
}

static void writePpm(const char *name, const uchar4 *img, int w, int h)
{
    FILE *f = fopen(name, "wb");
    if (!f) {
        perror(name);
        return;
    }
    fprintf(f, "P6\n%d %d\n255\n", w, h);
    for (int i = 0; i < w * h; ++i)
        fwrite(&img[i], 1, 3, f);
    fclose(f);
}

int main(int argc, char **argv)
{
    const char *output = argc > 1 ? argv[1] : nullptr;
    const Camera cam = {vec3(0, .2f, 0), 1.0f, 240, 160};
    const int bandRows = 48;
    const int bands = (cam.height + bandRows - 1) / bandRows;
    const int pixels = cam.width * cam.height;
    constexpr int kShrink = 4;

    Sphere scene[MAX_SPHERES];
    const int numSpheres = buildScene(scene);
    const vec3 light = normalize(vec3(1, 2, 1));
    CUDA(cudaMemcpyToSymbol(c_spheres, scene, numSpheres * sizeof(Sphere)));

    vec3 *dFrame;
    uchar4 *dImage, *dThumb, *image;
    CUDA(cudaMalloc(&dFrame, pixels * sizeof(vec3)));
    CUDA(cudaMalloc(&dImage, pixels * sizeof(uchar4)));
    CUDA(cudaMallocHost(&image, pixels * sizeof(uchar4)));

    cudaStream_t streams[2];
    for (auto &s : streams)
        CUDA(cudaStreamCreate(&s));

    const dim3 block(16, 8);
    for (int b = 0; b < bands; ++b) {
        const int first = b * bandRows;
        const int rows = first + bandRows <= cam.height ? bandRows : cam.height - first;
        const dim3 grid((cam.width + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
        const int count = rows * cam.width;
        cudaStream_t s = streams[b & 1];
        vec3 *bandFrame = dFrame + first * cam.width;
        uchar4 *bandImage = dImage + first * cam.width;
        renderBand<<<grid, block, 0, s>>>(bandFrame, cam, first, rows, numSpheres, light);
        toneMap<<<(count + 127) / 128, 128, 0, s>>>(bandFrame, bandImage, count, 0.9f);
        CUDA(cudaMemcpyAsync(image + first * cam.width, bandImage, count * sizeof(uchar4),
                             cudaMemcpyDeviceToHost, s));
    }
    CUDA(cudaDeviceSynchronize());

    const int tw = cam.width / kShrink, th = cam.height / kShrink;
    uchar4 *thumb = (uchar4 *)malloc(tw * th * sizeof(uchar4));
    CUDA(cudaMalloc(&dThumb, tw * th * sizeof(uchar4)));
    shrink<kShrink><<<dim3((tw + 31) / 32, (th + 7) / 8), dim3(32, 8)>>>(dImage, dThumb, cam.width, tw, th);
    CUDA(cudaMemcpy(thumb, dThumb, tw * th * sizeof(uchar4), cudaMemcpyDeviceToHost));

    // compare with the host; rounding may flip pixels at edges
    int differ = 0;
    for (int y = 0; y < cam.height; ++y)
        for (int x = 0; x < cam.width; ++x) {
            vec3 c = 0.9f * trace(scene, numSpheres, cam.ray(x + 0.5f, y + 0.5f), light);
            uchar4 g = image[y * cam.width + x];
            if (abs(toByte(c.x) - g.x) > 4 || abs(toByte(c.y) - g.y) > 4 || abs(toByte(c.z) - g.z) > 4)
                ++differ;
        }
    int thumbBad = 0;
    for (int y = 0; y < th; ++y)
        for (int x = 0; x < tw; ++x) {
            int sum = 0;
            for (int j = 0; j < kShrink; ++j)
                for (int i = 0; i < kShrink; ++i)
                    sum += image[(y * kShrink + j) * cam.width + x * kShrink + i].x;
            thumbBad += thumb[y * tw + x].x != sum / (kShrink * kShrink);
        }
    printf("%d bands, %d of %d pixels differ, %d thumbnail pixels differ\n", bands, differ, pixels, thumbBad);

    if (output)
        writePpm(output, image, cam.width, cam.height);

    for (auto s : streams)
        cudaStreamDestroy(s);
    cudaFree(dFrame);
    cudaFree(dImage);
    cudaFree(dThumb);
    cudaFreeHost(image);
    free(thumb);
    return differ < pixels / 100 && thumbBad == 0 ? 0 : 1;
}
