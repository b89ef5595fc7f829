// Batched small matrix products, four ways to organise the batch:
//   1. one launch per matrix, spread over a few streams
//   2. one launch, strided batch in blockIdx.z
//   3. one launch, array of pointers
//   4. one warp per matrix, no shared memory at all
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct cuda_error : std::runtime_error {
    explicit cuda_error(cudaError_t e, const char* what)
        : std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e)) {}
};

inline void check(cudaError_t e, const char* what = "cuda") {
    if (e != cudaSuccess) throw cuda_error{e, what};
}

template <typename T>
class device_vector {
public:
    explicit device_vector(std::size_t n) : n_{n} { check(cudaMalloc(&p_, n * sizeof(T)), "cudaMalloc"); }
    explicit device_vector(const std::vector<T>& h) : device_vector(h.size()) {
        check(cudaMemcpy(p_, h.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    device_vector(const device_vector&) = delete;
    device_vector& operator=(const device_vector&) = delete;
    device_vector(device_vector&& o) noexcept : p_{std::exchange(o.p_, nullptr)}, n_{std::exchange(o.n_, 0)} {}
    ~device_vector() { if (p_) cudaFree(p_); }

    T* get() const noexcept { return p_; }
    std::size_t size() const noexcept { return n_; }
    std::vector<T> download() const {
        std::vector<T> h(n_);
        check(cudaMemcpy(h.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return h;
    }
    operator T*() const noexcept { return p_; }

private:
    T* p_ = nullptr;
    std::size_t n_ = 0;
};

class stream {
    cudaStream_t s_{};
public:
    stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    stream(stream&& o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    ~stream() { if (s_) cudaStreamDestroy(s_); }
    cudaStream_t operator()() const { return s_; }
};

}  // namespace

constexpr int kDim = 32;          // every matrix is kDim x kDim
constexpr int kBatch = 2'000;     // digit separators are fun
constexpr int kStreams = 4;
constexpr int kWarp = 32;

// ---------------------------------------------------------------- kernels

__device__ __forceinline__ float dot_row_col(const float* row, const float* col, int n, int stride) {
    float acc = 0.f;
    for (int i = 0; i < n; ++i) acc = fmaf(row[i], col[i * stride], acc);
    return acc;
}

__global__ void gemm_one(const float* __restrict__ a, const float* __restrict__ b,
                         float* __restrict__ c, int n) {
    const int r = threadIdx.y, q = threadIdx.x;
    if (r < n && q < n) c[r * n + q] = dot_row_col(a + r * n, b + q, n, n);
}

__global__ void gemm_strided(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ c, long long stride_a, long long stride_b,
                             long long stride_c) {
    __shared__ float sa[kDim][kDim];
    __shared__ float sb[kDim][kDim + 1];

    const auto batch = blockIdx.z;
    const auto* pa = a + batch * stride_a;
    const auto* pb = b + batch * stride_b;
    auto* pc = c + batch * stride_c;

    const int at = threadIdx.y * kDim + threadIdx.x;
    sa[threadIdx.y][threadIdx.x] = pa[at];
    sb[threadIdx.y][threadIdx.x] = pb[at];
    __syncthreads();

    float acc = 0.f;
#pragma unroll
    for (int k = 0; k < kDim; ++k) acc += sa[threadIdx.y][k] * sb[k][threadIdx.x];
    pc[at] = acc;
}

__global__ void gemm_pointers(const float* const* a, const float* const* b, float* const* c, int n,
                              float alpha, float beta) {
    const float* pa = a[blockIdx.x];
    const float* pb = b[blockIdx.x];
    float* pc = c[blockIdx.x];
    for (int e = threadIdx.x; e < n * n; e += blockDim.x) {
        const int r = e / n;
        const int q = e - r * n;
        float acc = dot_row_col(pa + r * n, pb + q, n, n);
        pc[e] = beta == 0.f ? alpha * acc : alpha * acc + beta * pc[e];
    }
}

// lane q of the warp owns column q of the result; values of A travel by shuffles
__global__ void gemm_warp(const float* a, const float* b, float* c, int batch) {
    const int lane = threadIdx.x % kWarp;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
    if (warp >= batch) return;

    const float* pa = a + static_cast<size_t>(warp) * kDim * kDim;
    const float* pb = b + static_cast<size_t>(warp) * kDim * kDim;
    float* pc = c + static_cast<size_t>(warp) * kDim * kDim;

    float column[kDim];
    for (int k = 0; k < kDim; ++k) column[k] = pb[k * kDim + lane];

    for (int r = 0; r < kDim; ++r) {
        const float mine = pa[r * kDim + lane];
        float acc = 0.f;
        for (int k = 0; k < kDim; ++k) acc += __shfl_sync(0xffffffffu, mine, k) * column[k];
        pc[r * kDim + lane] = acc;
    }
}

// ---------------------------------------------------------------- host

template <typename F>
double time_ms(F&& f, int repeat = 5) {
    using clock = std::chrono::steady_clock;
    f();  // warm up
    check(cudaDeviceSynchronize(), "warm up");
    const auto t0 = clock::now();
    for (int i = 0; i < repeat; ++i) f();
    check(cudaDeviceSynchronize(), "timed run");
    return std::chrono::duration<double, std::milli>(clock::now() - t0).count() / repeat;
}

std::vector<float> reference(const std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> c(a.size());
#pragma omp parallel for schedule(static)
    for (int m = 0; m < kBatch; ++m) {
        const float* pa = a.data() + m * kDim * kDim;
        const float* pb = b.data() + m * kDim * kDim;
        float* pc = c.data() + m * kDim * kDim;
        for (int i = 0; i < kDim; ++i)
            for (int k = 0; k < kDim; ++k)
                for (int j = 0; j < kDim; ++j) pc[i * kDim + j] += pa[i * kDim + k] * pb[k * kDim + j];
    }
    return c;
}

static auto max_error(const std::vector<float>& x, const std::vector<float>& y)
    -> std::pair<float, std::size_t> {
    float worst = 0;
    std::size_t where = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (float d = std::abs(x[i] - y[i]); d > worst) worst = d, where = i;
    return {worst, where};
}

template <typename T>
std::vector<T*> make_pointer_table(T* base, int count, std::size_t stride) {
    std::vector<T*> table(count);
    std::generate(table.begin(), table.end(), [p = base, stride]() mutable { return std::exchange(p, p + stride); });
    return table;
}

int main() try {
    constexpr std::size_t elements = std::size_t{kBatch} * kDim * kDim;

    std::vector<float> ha(elements), hb(elements);
    std::mt19937 gen{42u};
    std::uniform_real_distribution<float> dist{-1.f, 1.f};
    auto rnd = [&] { return dist(gen); };
    std::generate(ha.begin(), ha.end(), rnd);
    std::generate(hb.begin(), hb.end(), rnd);
    const auto expected = reference(ha, hb);

    device_vector<float> a{ha}, b{hb}, c{elements};

    device_vector<const float*> ta{make_pointer_table<const float>(a.get(), kBatch, kDim * kDim)};
    device_vector<const float*> tb{make_pointer_table<const float>(b.get(), kBatch, kDim * kDim)};
    device_vector<float*> tc{make_pointer_table<float>(c.get(), kBatch, kDim * kDim)};

    std::vector<stream> streams(kStreams);

    std::map<std::string, std::function<void()>> variants;

    variants["1 streams"] = [&] {
        const dim3 block(kDim, kDim);
        for (int m = 0; m < kBatch; ++m) {
            const std::size_t off = std::size_t(m) * kDim * kDim;
            gemm_one<<<1, block, 0, streams[m % kStreams]()>>>(a.get() + off, b.get() + off, c.get() + off, kDim);
        }
    };
    variants["2 strided"] = [&] {
        constexpr long long stride = kDim * kDim;
        gemm_strided<<<dim3(1, 1, kBatch), dim3(kDim, kDim)>>>(a, b, c, stride, stride, stride);
    };
    variants["3 pointers"] = [&] {
        gemm_pointers<<<kBatch, 256>>>(ta.get(), tb.get(), tc.get(), kDim, 1.0f, 0.0f);
    };
    variants["4 warp"] = [&] {
        constexpr int threads = 128;
        constexpr int per_block = threads / kWarp;
        gemm_warp<<<(kBatch + per_block - 1) / per_block, threads>>>(a, b, c, kBatch);
    };

    std::cout << std::fixed << std::setprecision(3);
    bool ok = true;
    for (auto& [name, launch] : variants) {
        check(cudaMemset(c.get(), 0xFF, elements * sizeof(float)), "memset");
        const double ms = time_ms(launch);
        const auto [err, where] = max_error(expected, c.download());
        const double gflops = 2.0 * kBatch * kDim * kDim * kDim / ms * 1e-6;
        std::cout << std::setw(12) << std::left << name << std::right << std::setw(10) << ms << " ms "
                  << std::setw(10) << gflops << " GFLOP/s   max error " << std::scientific << err << " @ "
                  << where << std::fixed << (err < 1e-4f ? "  ok" : "  WRONG <<< look here") << '\n';
        ok &= err < 1e-4f;
    }
    return ok ? 0 : 1;
} catch (const cuda_error& e) {
    std::cerr << "CUDA: " << e.what() << '\n';
    return 2;
} catch (const std::exception& e) {
    std::cerr << "error: " << e.what() << '\n';
    return 3;
}
