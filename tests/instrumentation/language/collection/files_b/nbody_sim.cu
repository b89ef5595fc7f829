// All-pairs n-body simulation.
//
// Bodies are float4 (x, y, z, mass), velocities float4 (vx, vy, vz, unused).
// Three kernels for the forces: plain, tiled, and with packed shuffles.

#include <cassert>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace nbody {

constexpr int   kBlock     = 128;
constexpr float kSoftening = 1e-3f;
constexpr float kG         = 1.0f;

struct Params {
    float dt      = 0.01f;
    float damping = 0.999f;
    int   n       = 0;
};

__constant__ Params d_params;

namespace detail {

__host__ __device__ inline float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline float3 operator*(float s, float3 a) { return {s * a.x, s * a.y, s * a.z}; }
__host__ __device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }

// acceleration that body b causes at p
__host__ __device__ inline float3 interaction(float3 p, float4 b, float3 acc)
{
    float3 r = xyz(b) - p;
    float d2 = dot(r, r) + kSoftening;
#ifdef __CUDA_ARCH__
    float inv = rsqrtf(d2);
#else
    float inv = 1.0f / std::sqrt(d2);
#endif
    return acc + (kG * b.w * inv * inv * inv) * r;
}

}  // namespace detail

using namespace detail;

__global__ void forces_plain(const float4* bodies, float4* acc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float3 p = xyz(bodies[i]), a = {0.f, 0.f, 0.f};
    for (int j = 0; j < n; ++j) a = interaction(p, bodies[j], a);
    acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}

__global__ __launch_bounds__(kBlock) void forces_tiled(const float4* __restrict__ bodies, float4* __restrict__ acc, int n)
{
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float3 p = i < n ? xyz(bodies[i]) : make_float3(0.f, 0.f, 0.f);
    float3 a = make_float3(0.f, 0.f, 0.f);

    for (int start = 0; start < n; start += blockDim.x) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kBlock; ++k) a = interaction(p, tile[k], a);
        __syncthreads();
    }
    if (i < n) acc[i] = make_float4(a.x, a.y, a.z, 0.f);
}

__global__ void forces_shuffle(const float4* bodies, float4* acc, const int n)
{
    const unsigned full = 0xffffffffu;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & (warpSize - 1);
    float4 me = bodies[min(i, n - 1)];
    float3 p = xyz(me);
    float3 a{};
    for (int start = 0; start < n; start += 32) {
        float4 theirs = start + lane < n ? bodies[start + lane] : float4{0, 0, 0, 0};
        for (int k = 0; k < 32; ++k) {
            float4 b;
            b.x = __shfl_sync(full, theirs.x, k);
            b.y = __shfl_sync(full, theirs.y, k);
            b.z = __shfl_sync(full, theirs.z, k);
            b.w = __shfl_sync(full, theirs.w, k);
            a = interaction(p, b, a);
        }
    }
    if (i < n) {
        acc[i].x = a.x;
        acc[i].y = a.y;
        acc[i].z = a.z;
    }
}

__global__ void integrate(float4* bodies, float4* velocities, const float4* acc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= d_params.n) return;
    const float dt = d_params.dt;
    float4 v = velocities[i];
    const float4& a = acc[i];
    v.x = (v.x + a.x * dt) * d_params.damping;
    v.y = (v.y + a.y * dt) * d_params.damping;
    v.z = (v.z + a.z * dt) * d_params.damping;
    velocities[i] = v;

    float4* b = &bodies[i];
    b->x += v.x * dt;
    b->y += v.y * dt;
    b->z += v.z * dt;
}

// energy[0] kinetic, energy[1] potential; atomicAdd on double needs sm_60
__global__ void energy(const float4* bodies, const float4* velocities, double* energy, int n)
{
    __shared__ double part[2][kBlock];
    int t = threadIdx.x;
    part[0][t] = part[1][t] = 0.0;
    for (int i = blockIdx.x * kBlock + t; i < n; i += gridDim.x * kBlock) {
        float4 b = bodies[i];
        float3 v = xyz(velocities[i]);
        part[0][t] += 0.5 * b.w * dot(v, v);
        for (int j = i + 1; j < n; ++j) {
            float3 r = xyz(bodies[j]) - xyz(b);
            part[1][t] -= kG * b.w * bodies[j].w / sqrt((double)dot(r, r) + kSoftening);
        }
    }
    __syncthreads();
    for (int s = kBlock / 2; s > 0; s >>= 1) {
        if (t < s) {
            part[0][t] += part[0][t + s];
            part[1][t] += part[1][t + s];
        }
        __syncthreads();
    }
    if (t < 2) atomicAdd(energy + t, part[t][0]);
}

}  // namespace nbody

// ------------------------------------------------------------------------------------------------
struct Error : std::exception {
    explicit Error(std::string t) : text(std::move(t)) {}
    const char* what() const noexcept override { return text.c_str(); }
    std::string text;
};

#define TRY(...)                                                                         \
    if (cudaError_t e_ = (__VA_ARGS__); e_ != cudaSuccess) {                             \
        throw Error(std::string{#__VA_ARGS__} + " => " + cudaGetErrorName(e_));          \
    } else                                                                               \
        static_cast<void>(0)

template <typename T>
struct CudaDeleter {
    void operator()(T* p) const noexcept { cudaFree(p); }
};
template <typename T>
using device_ptr = std::unique_ptr<T[], CudaDeleter<T>>;

template <typename T>
[[nodiscard]] device_ptr<T> make_device(std::size_t n)
{
    T* raw = nullptr;
    TRY(cudaMalloc(&raw, n * sizeof(T)));
    TRY(cudaMemset(raw, 0, n * sizeof(T)));
    return device_ptr<T>{raw};
}

class Timer {
public:
    explicit Timer(std::string_view label) : label_{label} {}
    ~Timer()
    {
        cudaDeviceSynchronize();
        auto ms = std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - start_).count() / 1'000.0;
        std::cout << label_ << ": " << ms << " ms\n";
    }

private:
    using clock = std::chrono::steady_clock;
    std::string label_;
    clock::time_point start_{clock::now()};
};

class Simulation {
public:
    using Force = void (*)(const float4*, float4*, int);

    Simulation(int n, unsigned seed) : n_{n}, host_(n), bodies_{make_device<float4>(n)},
        velocities_{make_device<float4>(n)}, acc_{make_device<float4>(n)}
    {
        std::mt19937 rng(seed);
        std::normal_distribution<float> gauss(0.f, 1.f);
        for (auto& b : host_) b = {gauss(rng), gauss(rng), gauss(rng), 1.f / n};
        upload();
    }

    void upload() { TRY(cudaMemcpy(bodies_.get(), host_.data(), n_ * sizeof(float4), cudaMemcpyHostToDevice)); }

    void step(Force force, std::size_t shared)
    {
        const int blocks = (n_ + nbody::kBlock - 1) / nbody::kBlock;
        force<<<blocks, nbody::kBlock, shared>>>(bodies_.get(), acc_.get(), n_);
        nbody::integrate<<<blocks, nbody::kBlock>>>(bodies_.get(), velocities_.get(), acc_.get());
        TRY(cudaGetLastError());
    }

    std::pair<double, double> energy() const
    {
        auto e = make_device<double>(2);
        nbody::energy<<<8, nbody::kBlock>>>(bodies_.get(), velocities_.get(), e.get(), n_);
        double h[2];
        TRY(cudaMemcpy(h, e.get(), sizeof h, cudaMemcpyDeviceToHost));
        return {h[0], h[1]};
    }

    // largest error of one step against the CPU
    float verify() const
    {
        std::vector<float4> got(n_);
        nbody::forces_tiled<<<(n_ + 127) / 128, 128, 128 * sizeof(float4)>>>(bodies_.get(), acc_.get(), n_);
        TRY(cudaMemcpy(got.data(), acc_.get(), n_ * sizeof(float4), cudaMemcpyDeviceToHost));
        float worst = 0.f;
#pragma omp parallel for reduction(max : worst)
        for (int i = 0; i < n_; i += 17) {
            float3 a{0, 0, 0};
            for (const auto& b : host_) a = nbody::interaction(nbody::detail::xyz(host_[i]), b, a);
            worst = std::max({worst, std::fabs(a.x - got[i].x), std::fabs(a.y - got[i].y), std::fabs(a.z - got[i].z)});
        }
        return worst;
    }

private:
    int n_;
    std::vector<float4> host_;
    device_ptr<float4> bodies_, velocities_, acc_;
};

static std::optional<int> parse(int argc, char** argv, std::string_view key)
{
    for (int i = 1; i < argc; ++i)
        if (std::string_view a = argv[i]; a.substr(0, key.size()) == key && a.size() > key.size() && a[key.size()] == '=')
            return std::atoi(a.data() + key.size() + 1);
    return std::nullopt;
}

int main(int argc, char** argv)
{
    const int n = parse(argc, argv, "n").value_or(8'192);
    const int steps = parse(argc, argv, "steps").value_or(20);

    struct Entry {
        const char* name;
        Simulation::Force f;
        std::size_t shared;
    };
    const Entry table[] = {
        {"plain", nbody::forces_plain, 0},
        {"tiled", nbody::forces_tiled, nbody::kBlock * sizeof(float4)},
        {"shuffle", &nbody::forces_shuffle, 0},
    };

    try {
        nbody::Params params;
        params.n = n;
        TRY(cudaMemcpyToSymbol(nbody::d_params, &params, sizeof(params)));

        for (const auto& [name, f, shared] : table) {
            Simulation sim(n, 42u);
            std::cout << "-- " << name << ", error at start " << sim.verify() << '\n';
            {
                Timer timer{name};
                for (int s = 0; s < steps; ++s) sim.step(f, shared);
            }
            if (auto [kin, pot] = sim.energy(); std::isfinite(kin + pot))
                std::cout << "   energy " << kin << " + " << pot << " = " << kin + pot << '\n';
        }
    } catch (const Error& e) {
        std::cerr << R"(failed: ")" << e.what() << R"(" {sorry})" << std::endl;
        return 2;
    }
}
