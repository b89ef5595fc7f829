// prefix_scan.cu -- three ways to compute a prefix sum, with modern C++ on the host side
//
//      in:   3  1  7  0  4  1  6  3
//      out:  0  3  4 11 11 15 16 22     (exclusive)
//      out:  3  4 11 11 15 16 22 25     (inclusive)

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace scan {

constexpr int kThreads = 128;
constexpr int kItems   = 4;
constexpr int kTile    = kThreads * kItems;

enum class Flag : int { Empty = 0, Aggregate = 1, Prefix = 2 };

// one word per tile: the state of the decoupled look-back
struct TileState {
    int flag;
    int aggregate;
    int prefix;
};

__device__ unsigned int g_ticket;

// ---------------------------------------------------------------- Hillis & Steele
__global__ void hillis_steele(const int* __restrict__ in, int* __restrict__ out, int n)
{
    __shared__ int buf[2][kTile];
    int tid = threadIdx.x;
    int ping = 0;
    buf[ping][tid] = tid < n ? in[tid] : 0;
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset <<= 1) {
        int pong = 1 - ping;
        if (tid >= offset)
            buf[pong][tid] = buf[ping][tid] + buf[ping][tid - offset];
        else
            buf[pong][tid] = buf[ping][tid];
        ping = pong;
        __syncthreads();
    }
    if (tid < n) out[tid] = buf[ping][tid];
}

// ---------------------------------------------------------------- Blelloch, one block
#define LOG_BANKS 5
#define AVOID(i) ((i) + ((i) >> LOG_BANKS))

__global__ void blelloch(int* data, int* block_sums, int n)
{
    __shared__ int temp[2 * kThreads + (2 * kThreads >> LOG_BANKS)];
    const int tid  = threadIdx.x;
    const int base = blockIdx.x * 2 * kThreads;
    const int a = tid, b = tid + kThreads;

    temp[AVOID(a)] = (base + a < n) ? data[base + a] : 0;
    temp[AVOID(b)] = (base + b < n) ? data[base + b] : 0;

    int offset = 1;
    for (int d = kThreads; d > 0; d >>= 1) {            // up-sweep
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1;
            int bi = offset * (2 * tid + 2) - 1;
            temp[AVOID(bi)] += temp[AVOID(ai)];
        }
        offset *= 2;
    }

    if (tid == 0) {
        int last = AVOID(2 * kThreads - 1);
        if (block_sums != nullptr) block_sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }

    for (int d = 1; d < 2 * kThreads; d *= 2) {         // down-sweep
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = AVOID(offset * (2 * tid + 1) - 1);
            int bi = AVOID(offset * (2 * tid + 2) - 1);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    if (base + a < n) data[base + a] = temp[AVOID(a)];
    if (base + b < n) data[base + b] = temp[AVOID(b)];
}

__global__ void add_offsets(int* data, const int* offsets, int n)
{
    int i = blockIdx.x * 2 * kThreads + threadIdx.x;
    int add = offsets[blockIdx.x];
    if (i < n) data[i] += add;
    if (i + kThreads < n) data[i + kThreads] += add;
}

// ---------------------------------------------------------------- decoupled look-back
__device__ __forceinline__ int warp_inclusive(int v)
{
    const unsigned lane = threadIdx.x & 31u;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += other;
    }
    return v;
}

__device__ int block_exclusive(int v, int& total)
{
    __shared__ int warp_sums[kThreads / 32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int inc  = warp_inclusive(v);
    if (lane == 31) warp_sums[warp] = inc;
    __syncthreads();
    int before = 0;
    total = 0;
    for (int w = 0; w < kThreads / 32; ++w) {
        if (w < warp) before += warp_sums[w];
        total += warp_sums[w];
    }
    __syncthreads();
    return before + inc - v;
}

__global__ void reset_states(TileState* states, int tiles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tiles) {
        states[i].flag = static_cast<int>(Flag::Empty);
        states[i].aggregate = 0;
        states[i].prefix = 0;
    }
    if (i == 0) g_ticket = 0u;
}

__global__ void __launch_bounds__(kThreads)
decoupled_scan(const int* __restrict__ in, int* __restrict__ out, volatile TileState* states, int n)
{
    __shared__ unsigned s_tile;
    __shared__ int s_prefix;

    if (threadIdx.x == 0) s_tile = atomicAdd(&g_ticket, 1u);
    __syncthreads();
    const int tile  = s_tile;
    const int first = tile * kTile + threadIdx.x * kItems;

    int item[kItems];
    int sum = 0;
    for (int k = 0; k < kItems; ++k) {
        item[k] = first + k < n ? in[first + k] : 0;
        sum += item[k];
    }

    int total;
    int exclusive = block_exclusive(sum, total);

    if (threadIdx.x == 0) {
        int prefix = 0;
        if (tile == 0) {
            states[0].prefix = total;
            __threadfence();
            states[0].flag = static_cast<int>(Flag::Prefix);
        } else {
            states[tile].aggregate = total;
            __threadfence();
            states[tile].flag = static_cast<int>(Flag::Aggregate);
            int look = tile - 1;
            bool done = false;
            while (!done) {
                int f;
                do {
                    f = states[look].flag;
                } while (f == static_cast<int>(Flag::Empty));
                __threadfence();
                switch (static_cast<Flag>(f)) {
                case Flag::Prefix:
                    prefix += states[look].prefix;
                    done = true;
                    break;
                case Flag::Aggregate:
                    prefix += states[look].aggregate;
                    --look;
                    break;
                default:
                    break;
                }
            }
            states[tile].prefix = prefix + total;
            __threadfence();
            states[tile].flag = static_cast<int>(Flag::Prefix);
        }
        s_prefix = prefix;
    }
    __syncthreads();

    int running = s_prefix + exclusive;
    for (int k = 0; k < kItems; ++k) {
        running += item[k];
        if (first + k < n) out[first + k] = running;
    }
}

}  // namespace scan

// ================================================================== host side
namespace {

class CudaError : public std::runtime_error {
public:
    explicit CudaError(cudaError_t e, const std::string& where)
        : std::runtime_error(where + ": " + cudaGetErrorString(e)) {}
};

inline void ok(cudaError_t e, const char* where = "cuda") { if (e != cudaSuccess) throw CudaError(e, where); }

template <class T>
class DeviceVector {
public:
    explicit DeviceVector(std::size_t n) : size_(n) { ok(cudaMalloc(&ptr_, n * sizeof(T)), "malloc"); }
    explicit DeviceVector(const std::vector<T>& v) : DeviceVector(v.size())
    {
        ok(cudaMemcpy(ptr_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    DeviceVector(const DeviceVector&) = delete;
    DeviceVector& operator=(const DeviceVector&) = delete;
    DeviceVector(DeviceVector&& o) noexcept : ptr_(std::exchange(o.ptr_, nullptr)), size_(o.size_) {}
    ~DeviceVector() { cudaFree(ptr_); }

    T* get() const noexcept { return ptr_; }
    std::vector<T> download() const
    {
        std::vector<T> v(size_);
        ok(cudaMemcpy(v.data(), ptr_, size_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return v;
    }

private:
    T* ptr_ = nullptr;
    std::size_t size_;
};

using Clock = std::chrono::steady_clock;

template <typename F, typename... Args>
double timed(F&& f, Args&&... args)
{
    const auto t0 = Clock::now();
    std::invoke(std::forward<F>(f), std::forward<Args>(args)...);
    ok(cudaDeviceSynchronize(), "sync");
    return std::chrono::duration<double, std::milli>(Clock::now() - t0).count();
}

template <typename... T>
constexpr auto sum_of(T... t) { return (t + ... + 0); }
static_assert(sum_of(1, 2, 3) == 6, "fold");

std::vector<int> random_input(int n, unsigned seed = 20'24u)
{
    std::mt19937 gen{seed};
    std::uniform_int_distribution<int> dist{0, 9};
    std::vector<int> v(n);
    std::generate(v.begin(), v.end(), [&] { return dist(gen); });
    return v;
}

constexpr const char* kHelp = R"xx(
usage: prefix_scan [n]
   "n" is the number of elements; it's not "limited" :)
   { example }   prefix_scan 1000000   // not a comment
)xx";

}  // namespace

int main(int argc, char** argv)
try {
    using namespace scan;
    if (argc > 1 && std::string(argv[1]) == "--help") {
        std::cout << kHelp;
        return 0;
    }
    const int n = argc > 1 ? std::stoi(argv[1]) : 1'000'000;
    const auto input = random_input(n);

    std::vector<int> reference(n);
    std::partial_sum(input.begin(), input.end(), reference.begin());

    DeviceVector<int> in(input), out(n);
    std::vector<std::tuple<std::string, double, bool>> table;

    {   // the small one
        hillis_steele<<<1, kTile>>>(in.get(), out.get(), std::min(n, kTile));
        ok(cudaGetLastError());
        const auto got = out.download();
        table.emplace_back("hillis-steele", 0.0, std::equal(got.begin(), got.begin() + std::min(n, kTile), reference.begin()));
    }

    {   // look-back
        const int tiles = (n + kTile - 1) / kTile;
        DeviceVector<TileState> states(tiles);
        double ms = timed([&] {
            reset_states<<<(tiles + 255) / 256, 256>>>(states.get(), tiles);
            decoupled_scan<<<tiles, kThreads>>>(in.get(), out.get(), states.get(), n);
        });
        table.emplace_back("decoupled", ms, out.download() == reference);
    }

    {   // two levels of Blelloch; enough for 256 * 256 elements
        constexpr int m = 60'000;
        constexpr int blocks = (m + 2 * kThreads - 1) / (2 * kThreads);
        const auto small = random_input(m, 7);
        DeviceVector<int> data(small), sums(blocks);
        double ms = timed([&] {
            blelloch<<<blocks, kThreads>>>(data.get(), sums.get(), m);
            blelloch<<<1, kThreads>>>(sums.get(), nullptr, blocks);
            add_offsets<<<blocks, dim3(kThreads)>>>(data.get(), sums.get(), m);
        });
        auto got = data.download();
        int run = 0;
        bool good = true;
        for (int i = 0; i < m; ++i) { good &= got[i] == run; run += small[i]; }
        table.emplace_back("blelloch", ms, good);
    }

    for (const auto& [name, ms, good] : table)
        std::cout << std::left << std::setw(16) << name << std::right << std::fixed << std::setprecision(3)
                  << std::setw(10) << ms << " ms  " << (good ? "ok" : "FAILED") << '\n';
    return 0;
} catch (const std::exception& e) {
    std::cerr << "error: " << e.what() << '\n';
    return EXIT_FAILURE;
}
