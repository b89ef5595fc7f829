// One and more levels of Strassen's algorithm on top of a tiled kernel.
//
//   M1 = (A11 + A22)(B11 + B22)      C11 = M1 + M4 - M5 + M7
//   M2 = (A21 + A22) B11             C12 = M3 + M5
//   M3 = A11 (B12 - B22)             C21 = M2 + M4
//   M4 = A22 (B21 - B11)             C22 = M1 - M2 + M3 + M6
//   M5 = (A11 + A12) B22
//   M6 = (A21 - A11)(B11 + B12)
//   M7 = (A12 - A22)(B21 + B22)
//
// Sub-matrices are views: same memory, other stride. \
   (this line is still a comment: __global__ void not_a_kernel() {} )

#include <cuda_runtime.h>

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#if 0
This program doesn't need cublas, but if you want to compare: it's 3 lines of code,
kernel<<<1, 1>>>(); and an "unterminated string
#endif

#define BLOCK_SIZE 16

// ------------------------------------------------------------------ view
struct Matrix {
    int width;
    int height;
    int stride;
    float* elements;

    __host__ __device__ inline size_t index(int row, int col) const
    {
        return static_cast<size_t>(row) * stride + col;
    }
    __device__ float get(int row, int col) const { return elements[index(row, col)]; }
    __device__ void set(int row, int col, float value) { elements[index(row, col)] = value; }
    __device__ void add(int row, int col, float value) { elements[index(row, col)] += value; }

    // a block of BLOCK_SIZE x BLOCK_SIZE, or any other part
    __host__ __device__ Matrix part(int row, int col, int rows = BLOCK_SIZE, int cols = BLOCK_SIZE) const
    {
        Matrix m;
        m.width = cols;
        m.height = rows;
        m.stride = stride;
        m.elements = elements + index(row, col);
        return m;
    }
    // i, j in {0, 1}
    __host__ Matrix quarter(int i, int j) const
    {
        return part(i * height / 2, j * width / 2, height / 2, width / 2);
    }
};

enum Combine { ADD, SUB, COPY };

// C = A (+, -) B
template <Combine OP>
__global__ void combine(Matrix a, Matrix b, Matrix c)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= c.height || col >= c.width) return;
    if constexpr (OP == ADD)
        c.set(row, col, a.get(row, col) + b.get(row, col));
    else if constexpr (OP == SUB)
        c.set(row, col, a.get(row, col) - b.get(row, col));
    else
        c.set(row, col, a.get(row, col));
}

// target += sign * m
__global__ void accumulate(Matrix m, Matrix target, int sign)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < target.height && col < target.width)
        target.add(row, col, sign >= 0 ? m.get(row, col) : -m.get(row, col));
}

__global__ void multiply_tiled(Matrix a, Matrix b, Matrix c)
{
    __shared__ float sa[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float sb[BLOCK_SIZE][BLOCK_SIZE];

    const int r = threadIdx.y;
    const int q = threadIdx.x;
    Matrix sub = c.part(blockIdx.y * BLOCK_SIZE, blockIdx.x * BLOCK_SIZE);

    float sum = 0;
    for (int m = 0; m < a.width / BLOCK_SIZE; ++m) {
        const Matrix ta = a.part(blockIdx.y * BLOCK_SIZE, m * BLOCK_SIZE);
        const Matrix tb = b.part(m * BLOCK_SIZE, blockIdx.x * BLOCK_SIZE);
        sa[r][q] = ta.get(r, q);
        sb[r][q] = tb.get(r, q);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e) sum += sa[r][e] * sb[e][q];
        __syncthreads();
    }
    sub.set(r, q, sum);
}

__global__ void multiply_simple(Matrix a, Matrix b, Matrix c)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= c.height || col >= c.width) return;
    float sum = 0;
    for (int k = 0; k < a.width; ++k) sum += a.get(row, k) * b.get(k, col);
    c.set(row, col, sum);
}

// max |a - b|, bits of a non-negative float are ordered like an unsigned
__global__ void difference(const Matrix a, const Matrix b, unsigned* result)
{
    float worst = 0.0f;
    for (int row = blockIdx.x; row < a.height; row += gridDim.x)
        for (int col = threadIdx.x; col < a.width; col += blockDim.x)
            worst = fmaxf(worst, fabsf(a.get(row, col) - b.get(row, col)));
    for (int d = warpSize / 2; d >= 1; d >>= 1) worst = fmaxf(worst, __shfl_xor_sync(0xFFFFFFFF, worst, d));
    if (threadIdx.x % warpSize == 0) atomicMax(result, __float_as_uint(worst));
}

// ------------------------------------------------------------------ host
constexpr unsigned long long operator""_KiB(unsigned long long n) { return n << 10; }
constexpr unsigned long long operator""_MiB(unsigned long long n) { return n << 20; }

namespace util {

template <typename... Parts>
[[noreturn]] void fail(const Parts&... parts)
{
    (std::cerr << ... << parts) << std::endl;
    std::exit(EXIT_FAILURE);
}

inline void check(cudaError_t e, int line)
{
    if (e) fail("line ", line, ": ", cudaGetErrorString(e), " (", int(e), ')');
}

template <class... Fs> struct overloaded : Fs... { using Fs::operator()...; };
template <class... Fs> overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace util

#define CK(e) util::check((e), __LINE__)

// allocations are kept for the next recursion; a table of free lists by size
class Pool {
    std::map<size_t, std::deque<float*>> free_;
    std::vector<std::vector<std::vector<int>>> unused_;   // nothing to launch here: >>>
    size_t allocated_ = 0;

public:
    float* take(size_t n)
    {
        auto& list = free_[n];
        if (!list.empty()) {
            float* p = list.front();
            list.pop_front();
            return p;
        }
        float* p;
        CK(cudaMalloc(&p, n * sizeof(float)));
        allocated_ += n * sizeof(float);
        return p;
    }
    void give(float* p, size_t n) { free_[n].push_back(p); }
    size_t allocated() const { return allocated_; }
    ~Pool()
    {
        for (auto& [n, list] : free_)
            for (auto* p : list) cudaFree(p);
    }
};

class Temporary {
    Pool& pool_;
    Matrix m_;

public:
    Temporary(Pool& pool, int n) : pool_(pool), m_{n, n, n, pool.take(size_t(n) * n)} {}
    ~Temporary() { pool_.give(m_.elements, size_t(m_.width) * m_.height); }
    Temporary(const Temporary&) = delete;
    operator Matrix() const { return m_; }
    const Matrix* operator->() const { return &m_; }
};

static dim3 cover(const Matrix& m, unsigned x = BLOCK_SIZE, unsigned y = BLOCK_SIZE)
{
    return {(m.width + x - 1) / x, (m.height + y - 1) / y, 1u};
}

static void add(Matrix a, Matrix b, Matrix c)
{
    combine<ADD><<<cover(c), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(a, b, c);
}
static void sub(Matrix a, Matrix b, Matrix c)
{
    combine<SUB><<<cover(c), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(a, b, c);
}

struct Strassen { int cutoff; };
struct Tiled {};
struct Simple { int bx, by; };
using Method = std::variant<Strassen, Tiled, Simple>;

void tiled(Matrix a, Matrix b, Matrix c)
{
    assert(a.width % BLOCK_SIZE == 0 && "the tiled kernel has no bounds checks, has it?");
    const dim3 block(BLOCK_SIZE, BLOCK_SIZE);
    multiply_tiled<<<dim3(c.width / BLOCK_SIZE, c.height / BLOCK_SIZE), block>>>(a, b, c);
}

void strassen(Pool& pool, Matrix a, Matrix b, Matrix c, int cutoff)
{
    const int n = a.width;
    if (n <= cutoff || n % (2 * BLOCK_SIZE)) return tiled(a, b, c);

    const int h = n / 2;
    Temporary s(pool, h), t(pool, h), m(pool, h);
    const auto A = [&](int i, int j) { return a.quarter(i - 1, j - 1); };
    const auto B = [&](int i, int j) { return b.quarter(i - 1, j - 1); };
    const auto C = [&](int i, int j) { return c.quarter(i - 1, j - 1); };

    for (int i = 0; i < n; ++i) CK(cudaMemsetAsync(c.elements + c.index(i, 0), 0, n * sizeof(float)));

    auto product = [&](const Matrix& x, const Matrix& y, std::vector<std::pair<Matrix, int>> targets) {
        strassen(pool, x, y, m, cutoff);
        for (auto& [target, sign] : targets) accumulate<<<cover(target), dim3(16, 16)>>>(m, target, sign);
    };

    add(A(1, 1), A(2, 2), s); add(B(1, 1), B(2, 2), t); product(s, t, {{C(1, 1), 1}, {C(2, 2), 1}});
    add(A(2, 1), A(2, 2), s);                           product(s, B(1, 1), {{C(2, 1), 1}, {C(2, 2), -1}});
                              sub(B(1, 2), B(2, 2), t); product(A(1, 1), t, {{C(1, 2), 1}, {C(2, 2), 1}});
                              sub(B(2, 1), B(1, 1), t); product(A(2, 2), t, {{C(1, 1), 1}, {C(2, 1), 1}});
    add(A(1, 1), A(1, 2), s);                           product(s, B(2, 2), {{C(1, 1), -1}, {C(1, 2), 1}});
    sub(A(2, 1), A(1, 1), s); add(B(1, 1), B(1, 2), t); product(s, t, {{C(2, 2), 1}});
    sub(A(1, 2), A(2, 2), s); add(B(2, 1), B(2, 2), t); product(s, t, {{C(1, 1), 1}});
}

std::string run(const Method& method, Pool& pool, Matrix a, Matrix b, Matrix c)
{
    return std::visit(util::overloaded{
                          [&](const Strassen& s) {
                              strassen(pool, a, b, c, s.cutoff);
                              return "strassen/" + std::to_string(s.cutoff);
                          },
                          [&](Tiled) {
                              tiled(a, b, c);
                              return std::string("tiled");
                          },
                          [&](const Simple& s) {
                              dim3 block(s.bx, s.by);
                              multiply_simple<<<cover(c, s.bx, s.by), block>>>(a, b, c);
                              return "simple " + std::to_string(s.bx) + 'x' + std::to_string(s.by);
                          }},
                      method);
}

int main(int argc, char** argv)
{
    int n = 1024;
    for (int i = 1; i < argc; ++i)
        if (std::sscanf(argv[i], "n=%d", &n) != 1) util::fail("usage: ", argv[0], " [n=1024]");
    if (n % BLOCK_SIZE) util::fail("n must be a multiple of ", BLOCK_SIZE);

    Pool pool;
    const size_t count = size_t(n) * n;
    auto make = [&] { return Matrix{n, n, n, pool.take(count)}; };
    Matrix a = make(), b = make(), c = make(), reference = make(), copy = make();

    auto host = std::make_unique<float[]>(count);
    for (auto* m : {&a, &b}) {
        for (size_t i = 0; i < count; ++i) host[i] = 2.0f * std::rand() / RAND_MAX - 1.0f;
        CK(cudaMemcpy(m->elements, host.get(), count * sizeof(float), cudaMemcpyHostToDevice));
    }
    combine<COPY><<<cover(a), dim3(BLOCK_SIZE, BLOCK_SIZE)>>>(a, a, copy);
    tiled(a, b, reference);

    unsigned* worst;
    CK(cudaMallocManaged(&worst, sizeof *worst));
    cudaEvent_t t0, t1;
    CK(cudaEventCreate(&t0));
    CK(cudaEventCreate(&t1));

    int bad = 0;
    for (const Method& method : {Method{Simple{32, 8}}, Method{Simple{8, 8}}, Method{Tiled{}}, Method{Strassen{n / 2}},
                                 Method{Strassen{n / 4}}, Method{Strassen{64}}}) {
        CK(cudaEventRecord(t0));
        const std::string name = run(method, pool, a, b, c);
        CK(cudaEventRecord(t1));
        CK(cudaDeviceSynchronize());
        *worst = 0;
        difference<<<48, 128>>>(c, reference, worst);
        CK(cudaDeviceSynchronize());
        float ms, d;
        CK(cudaEventElapsedTime(&ms, t0, t1));
        static_assert(sizeof d == sizeof *worst);
        std::memcpy(&d, worst, sizeof d);
        std::printf("%-16s %9.3f ms   max difference %g\n", name.c_str(), ms, d);
        bad += !(d < 0.01f);
    }
    std::cout << "pool: " << pool.allocated() / 1_KiB << " KiB" << (pool.allocated() > 512_MiB ? " (!)" : "") << '\n';
    for (Matrix m : {a, b, c, reference, copy}) pool.give(m.elements, count);
    CK(cudaFree(worst));
    return bad;
}
