// ppm_filters: reads a P5/P6 picture, runs a chain of filters on the GPU, writes the result.
//
//   ppm_filters in.ppm out.ppm gray blur=3 sobel invert
//
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
#include <functional>
#include <stdexcept>

#define CUDA_TRY(expr)                                                                     \
    do                                                                                     \
    {                                                                                      \
        const cudaError_t status = (expr);                                                 \
        if (status != cudaSuccess)                                                         \
        {                                                                                  \
            std::ostringstream os;                                                         \
            os << __FILE__ << ':' << __LINE__ << ": " << cudaGetErrorString(status);       \
            throw std::runtime_error(os.str());                                            \
        }                                                                                  \
    } while (false)

typedef unsigned char byte;

constexpr int TILE = 16;
constexpr int MAX_RADIUS = 4;
constexpr int HALO_TILE = TILE + 2 * MAX_RADIUS;

#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
#define PIXEL(img, x, y) (img).data[(y) * (img).pitch + (x)]

__constant__ float c_weights[2 * MAX_RADIUS + 1];
__constant__ int c_sobel[2][3][3] = {
    {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}},
    {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}},
};

struct Image
{
    uchar4* data;
    int width;
    int height;
    int pitch;   // in pixels
};

__host__ __device__ inline byte luminance(uchar4 c)
{
    return static_cast<byte>((c.x * 77 + c.y * 151 + c.z * 28) >> 8);
}

__device__ inline float4 to_float(uchar4 c) { return make_float4(c.x, c.y, c.z, c.w); }
__device__ inline float4 operator*(float s, float4 v) { return make_float4(s * v.x, s * v.y, s * v.z, s * v.w); }
__device__ inline float4& operator+=(float4& a, const float4& b)
{
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    a.w += b.w;
    return a;
}
__device__ inline uchar4 to_bytes(float4 v)
{
    uchar4 r;
    r.x = (byte)CLAMP(v.x + 0.5f, 0.f, 255.f);
    r.y = (byte)CLAMP(v.y + 0.5f, 0.f, 255.f);
    r.z = (byte)CLAMP(v.z + 0.5f, 0.f, 255.f);
    r.w = 255;
    return r;
}

__global__ void gray_kernel(Image img)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < img.width && y < img.height)
    {
        uchar4& p = PIXEL(img, x, y);
        byte l = luminance(p);
        p = make_uchar4(l, l, l, p.w);
    }
}

__global__ void invert_kernel(unsigned int* words, int count)
{
    // four bytes at once; alpha stays
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        words[i] ^= 0x00FFFFFFu;
}

template <bool Horizontal>
__global__ void blur_kernel(const uchar4* __restrict__ src, uchar4* __restrict__ dst, int width, int height, int pitch,
                            int radius)
{
    __shared__ uchar4 line[TILE][HALO_TILE];

    const int along = Horizontal ? threadIdx.x : threadIdx.y;
    const int across = Horizontal ? threadIdx.y : threadIdx.x;
    const int x = blockIdx.x * TILE + threadIdx.x;
    const int y = blockIdx.y * TILE + threadIdx.y;

    for (int k = along; k < HALO_TILE; k += TILE)
    {
        int sx = x, sy = y;
        if (Horizontal)
            sx = blockIdx.x * TILE + k - MAX_RADIUS;
        else
            sy = blockIdx.y * TILE + k - MAX_RADIUS;
        sx = CLAMP(sx, 0, width - 1);
        sy = CLAMP(sy, 0, height - 1);
        line[across][k] = src[sy * pitch + sx];
    }
    __syncthreads();

    if (x >= width || y >= height) return;
    float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int d = -radius; d <= radius; ++d)
        acc += c_weights[d + MAX_RADIUS] * to_float(line[across][along + MAX_RADIUS + d]);
    dst[y * pitch + x] = to_bytes(acc);
}

__global__ void sobel_kernel(const Image in, Image out)
{
    __shared__ byte tile[TILE + 2][TILE + 2];

    int ox = blockIdx.x * TILE - 1, oy = blockIdx.y * TILE - 1;
    for (int t = threadIdx.y * TILE + threadIdx.x; t < (TILE + 2) * (TILE + 2); t += TILE * TILE)
    {
        int tx = t % (TILE + 2), ty = t / (TILE + 2);
        int gx = min(max(ox + tx, 0), in.width - 1);
        int gy = min(max(oy + ty, 0), in.height - 1);
        tile[ty][tx] = luminance(in.data[gy * in.pitch + gx]);
    }
    __syncthreads();

    int x = ox + 1 + threadIdx.x, y = oy + 1 + threadIdx.y;
    if (x >= in.width || y >= in.height) return;

    int g[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < 3; ++i)
#pragma unroll
        for (int j = 0; j < 3; ++j)
        {
            int v = tile[threadIdx.y + i][threadIdx.x + j];
            g[0] += c_sobel[0][i][j] * v;
            g[1] += c_sobel[1][i][j] * v;
        }
    float m = sqrtf(float(g[0] * g[0] + g[1] * g[1]));
    byte b = m > 255.f ? 255 : (byte)m;
    PIXEL(out, x, y) = uchar4{b, b, b, 255};
}

// 3x3 median by a sorting network on the luminance; index of the winner decides
__device__ void order(int& a, int& b)
{
    int lo = min(a, b);
    b = max(a, b);
    a = lo;
}

__global__ void median_kernel(const uchar4* src, uchar4* dst, int width, int height, int pitch)
{
    int x = blockDim.x * blockIdx.x + threadIdx.x;
    int y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;

    int v[9];
    int k = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx, ++k)
        {
            uchar4 c = src[(y + dy) * pitch + x + dx];
            v[k] = (luminance(c) << 8) | ((dy + 1) * 3 + dx + 1);
        }
    for (int i = 0; i < 5; ++i)
        for (int j = i + 1; j < 9; ++j) order(v[i], v[j]);
    int winner = v[4] & 0xff;
    dst[y * pitch + x] = src[(y + winner / 3 - 1) * pitch + x + winner % 3 - 1];
}

// ----------------------------------------------------------------------------------------------
class Picture
{
public:
    Picture() = default;
    Picture(int w, int h) : width_(w), height_(h), pixels_(static_cast<size_t>(w) * h) {}

    static Picture load(const std::string& path)
    {
        std::ifstream in(path, std::ios::binary);
        if (!in) throw std::runtime_error("can't open '" + path + "'");
        std::string magic;
        in >> magic;
        if (magic != "P5" && magic != "P6") throw std::runtime_error("neither P5 nor P6: " + magic);
        auto number = [&in]() -> int {
            char c;
            while (in.get(c))
            {
                if (c == '#') { std::string skip; std::getline(in, skip); }
                else if (!std::isspace(static_cast<unsigned char>(c))) { in.unget(); break; }
            }
            int v = 0;
            in >> v;
            return v;
        };
        int w = number(), h = number(), maximum = number();
        in.get();
        if (w <= 0 || h <= 0 || maximum != 255) throw std::runtime_error("strange header");
        Picture p(w, h);
        const int channels = magic == "P6" ? 3 : 1;
        std::vector<char> raw(static_cast<size_t>(w) * h * channels);
        in.read(raw.data(), raw.size());
        for (size_t i = 0; i < p.pixels_.size(); ++i)
        {
            const byte* q = reinterpret_cast<byte*>(&raw[i * channels]);
            p.pixels_[i] = channels == 3 ? uchar4{q[0], q[1], q[2], 255} : uchar4{*q, *q, *q, 255};
        }
        return p;
    }

    void save(const std::string& path) const
    {
        std::ofstream out(path, std::ios::binary);
        out << "P6\n# \"filtered\" {by us} // really\n" << width_ << ' ' << height_ << "\n255\n";
        for (const auto& c : pixels_) out.put(c.x).put(c.y).put(c.z);
    }

    int width() const { return width_; }
    int height() const { return height_; }
    uchar4* data() { return pixels_.data(); }

private:
    int width_ = 0, height_ = 0;
    std::vector<uchar4> pixels_;
};

static void set_weights(int radius)
{
    float w[2 * MAX_RADIUS + 1] = {}, sum = 0.f;
    for (int d = -radius; d <= radius; ++d) sum += w[d + MAX_RADIUS] = std::exp(-2.f * d * d / (radius * radius + 1e-6f));
    for (auto& x : w) x /= sum;
    CUDA_TRY(cudaMemcpyToSymbol(c_weights, w, sizeof w));
}

int main(int argc, char** argv)
{
    std::vector<std::string> args(argv + 1, argv + argc);
    try
    {
        Picture pic = args.size() >= 2 ? Picture::load(args[0]) : Picture(640, 480);
        if (args.size() < 2)
            for (int i = 0; i < 640 * 480; ++i)
                pic.data()[i] = make_uchar4(i % 256, (i / 640) % 256, (i * 7) % 251, 255);

        Image a{nullptr, pic.width(), pic.height(), pic.width()};
        Image b = a;
        const size_t bytes = sizeof(uchar4) * a.pitch * a.height;
        CUDA_TRY(cudaMalloc(&a.data, bytes));
        CUDA_TRY(cudaMalloc(&b.data, bytes));
        CUDA_TRY(cudaMemcpy(a.data, pic.data(), bytes, cudaMemcpyHostToDevice));

        dim3 block(TILE, TILE);
        dim3 grid((a.width + TILE - 1) / TILE, (a.height + TILE - 1) / TILE);

        const std::map<std::string, std::function<void(int)>> filters = {
            {"gray", [&](int) { gray_kernel<<<grid, block>>>(a); }},
            {"invert", [&](int) {
                 invert_kernel<<<32, 256>>>(reinterpret_cast<unsigned int*>(a.data), a.pitch * a.height);
             }},
            {"blur", [&](int radius) {
                 set_weights(CLAMP(radius, 1, MAX_RADIUS));
                 blur_kernel<true><<<grid, block>>>(a.data, b.data, a.width, a.height, a.pitch, radius);
                 blur_kernel<false><<<grid, block>>>(b.data, a.data, a.width, a.height, a.pitch, radius);
             }},
            {"sobel", [&](int) {
                 sobel_kernel<<<grid, dim3(TILE, TILE)>>>(a, b);
                 std::swap(a.data, b.data);
             }},
            {"median", [&](int times) {
                 while (times-- > 0)
                 {
                     median_kernel<<<grid, block, 0>>>(a.data, b.data, a.width, a.height, a.pitch);
                     std::swap(a.data, b.data);
                 }
             }},
        };

        std::vector<std::string> chain(args.begin() + std::min<size_t>(2, args.size()), args.end());
        if (chain.empty()) chain = {"median=2", "blur=3", "sobel", "invert"};
        for (const std::string& step : chain)
        {
            auto eq = step.find('=');
            int value = eq == std::string::npos ? 1 : std::stoi(step.substr(eq + 1));
            auto it = filters.find(step.substr(0, eq));
            if (it == filters.end()) { std::cerr << "unknown filter " << step << "\n"; continue; }
            it->second(value);
            CUDA_TRY(cudaGetLastError());
        }
        CUDA_TRY(cudaMemcpy(pic.data(), a.data, bytes, cudaMemcpyDeviceToHost));
        CUDA_TRY(cudaFree(a.data));
        CUDA_TRY(cudaFree(b.data));
        pic.save(args.size() >= 2 ? args[1] : "out.ppm");
    }
    catch (const std::exception& e)
    {
        std::cerr << e.what() << std::endl;
        return 1;
    }
    return 0;
}
