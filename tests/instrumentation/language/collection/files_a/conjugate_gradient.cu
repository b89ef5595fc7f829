// Conjugate gradients for the 2D Poisson problem, matrix free.
//
//    -Laplace(u) = f   on the unit square, u = 0 on the boundary
//
// All scalars (alpha, beta, rho) stay on the device; the host only looks at
// the residual every few iterations.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#define cudaCheck(...) cuda_check_impl((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

static inline void cuda_check_impl(cudaError_t e, const char *expr, const char *file, int line)
{
    if (e == cudaSuccess) return;
    std::fprintf(stderr, "%s(%d): %s\n\t%s\n", file, line, expr, cudaGetErrorString(e));
    std::exit(1);
}

namespace cg {

using real = double;

constexpr int kThreads = 256;
constexpr int kBlocks = 64;
constexpr int kTileX = 32, kTileY = 8;

// device side scalars, indexed by this enum
enum Slot : int { RHO, RHO_NEW, PAP, NORM_B, SLOTS };
__device__ real scalars[SLOTS];
__device__ unsigned int iterations;

__constant__ int c_n;       // interior points per side
__constant__ real c_inv_h2;

__device__ inline real at(const real *u, int i, int j)
{
    return (i < 0 || j < 0 || i >= c_n || j >= c_n) ? real(0) : u[i * c_n + j];
}

// out = A * in, five point stencil with a halo in shared memory
__global__ void laplacian(const real *in, real *out)
{
    __shared__ real s[kTileY + 2][kTileX + 2];
    const int j = blockIdx.x * kTileX + threadIdx.x;
    const int i = blockIdx.y * kTileY + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;

    s[ty][tx] = at(in, i, j);
    if (threadIdx.x == 0) s[ty][0] = at(in, i, j - 1);
    if (threadIdx.x == kTileX - 1) s[ty][kTileX + 1] = at(in, i, j + 1);
    if (threadIdx.y == 0) s[0][tx] = at(in, i - 1, j);
    if (threadIdx.y == kTileY - 1) s[kTileY + 1][tx] = at(in, i + 1, j);
    __syncthreads();

    if (i < c_n && j < c_n)
        out[i * c_n + j] = c_inv_h2 * (4 * s[ty][tx] - s[ty][tx - 1] - s[ty][tx + 1] - s[ty - 1][tx] - s[ty + 1][tx]);
}

__global__ void set_scalar(int slot, real value)
{
    scalars[slot] = value;
    if (slot == RHO) iterations = 0;
}

// scalars[slot] += x . y
template <unsigned BLOCK>
__global__ void dot(const real *__restrict__ x, const real *__restrict__ y, int n, int slot)
{
    __shared__ real part[BLOCK / 32];
    real sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x) sum += x[i] * y[i];

#pragma unroll
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();

    if (threadIdx.x == 0) {
        real total = 0;
        for (auto k = 0u; k < BLOCK / 32; ++k) total += part[k];
        atomicAdd(&scalars[slot], total);
    }
}

// x += alpha p;  r -= alpha Ap
__global__ void update_solution(real *x, real *r, const real *p, const real *Ap, int n)
{
    const real alpha = scalars[RHO] / scalars[PAP];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        x[i] += alpha * p[i];
        r[i] -= alpha * Ap[i];
    }
}

// p = r + beta p
__global__ void update_direction(real *p, const real *r, int n)
{
    const real beta = scalars[RHO_NEW] / scalars[RHO];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        p[i] = fma(beta, p[i], r[i]);
}

// end of an iteration: shift the scalars
__global__ void advance()
{
    scalars[RHO] = scalars[RHO_NEW];
    scalars[RHO_NEW] = 0;
    scalars[PAP] = 0;
    ++iterations;
}

__global__ void right_hand_side(real *f, int n, real h)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        const real x = (j + 1) * h, y = (i + 1) * h;
        f[i * n + j] = 2 * 3.14159265358979 * 3.14159265358979 * sinpi(x) * sinpi(y);
    }
}

}  // namespace cg

// ---------------------------------------------------------------------------

struct Deleter {
    template <class T>
    void operator()(T *p) const { cudaFree(p); }
};
template <class T>
using device_ptr = std::unique_ptr<T[], Deleter>;

template <class T>
device_ptr<T> device_alloc(std::size_t n)
{
    T *p = nullptr;
    cudaCheck(cudaMalloc(&p, n * sizeof(T)));
    cudaCheck(cudaMemset(p, 0, n * sizeof(T)));
    return device_ptr<T>(p);
}

class Solver {
public:
    using Callback = std::function<bool(unsigned iteration, double relative)>;

    explicit Solver(int n) : n_(n), total_(n * n)
    {
        for (auto *v : {&x_, &r_, &p_, &Ap_, &b_}) *v = device_alloc<cg::real>(total_);
        const double h = 1.0 / (n + 1), inv = 1.0 / (h * h);
        cudaCheck(cudaMemcpyToSymbol(cg::c_n, &n, sizeof n));
        cudaCheck(cudaMemcpyToSymbol(cg::c_inv_h2, &inv, sizeof inv));

        const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
        cg::right_hand_side<<<grid, block>>>(b_.get(), n, h);
        cudaCheck(cudaGetLastError());
        cudaCheck(cudaStreamCreate(&stream_));
    }
    ~Solver() { cudaStreamDestroy(stream_); }

    unsigned solve(unsigned limit, int look, const Callback &callback)
    {
        using namespace cg;
        const dim3 block{kTileX, kTileY};
        const dim3 grid{(n_ + kTileX - 1u) / kTileX, (n_ + kTileY - 1u) / kTileY};

        auto dot_into = [this](Slot slot, const real *a, const real *b) {
            dot<kThreads><<<kBlocks, kThreads, 0, stream_>>>(a, b, total_, slot);
        };

        const auto bytes = total_ * sizeof(real);
        cudaCheck(cudaMemcpyAsync(r_.get(), b_.get(), bytes, cudaMemcpyDeviceToDevice, stream_));
        cudaCheck(cudaMemcpyAsync(p_.get(), b_.get(), bytes, cudaMemcpyDeviceToDevice, stream_));
        for (int slot = 0; slot < SLOTS; ++slot) set_scalar<<<1, 1, 0, stream_>>>(slot, 0.0);
        dot_into(RHO, r_.get(), r_.get());
        dot_into(NORM_B, b_.get(), b_.get());

        for (unsigned it = 1; it <= limit; ++it) {
            laplacian<<<grid, block, 0, stream_>>>(p_.get(), Ap_.get());
            dot_into(PAP, p_.get(), Ap_.get());
            update_solution<<<kBlocks, kThreads, 0, stream_>>>(x_.get(), r_.get(), p_.get(), Ap_.get(), total_);
            dot_into(RHO_NEW, r_.get(), r_.get());
            update_direction<<<kBlocks, kThreads, 0, stream_>>>(p_.get(), r_.get(), total_);
            advance<<<1, 1, 0, stream_>>>();

            if (it % look == 0) {
                real host[SLOTS];
                cudaCheck(cudaMemcpyFromSymbolAsync(host, scalars, sizeof host, 0, cudaMemcpyDeviceToHost, stream_));
                cudaCheck(cudaStreamSynchronize(stream_));
                if (!callback(it, std::sqrt(host[RHO] / host[NORM_B]))) return it;
            }
        }
        return limit;
    }

    std::vector<double> solution() const
    {
        std::vector<double> u(total_);
        cudaCheck(cudaMemcpy(u.data(), x_.get(), total_ * sizeof(double), cudaMemcpyDeviceToHost));
        return u;
    }

private:
    int n_, total_;
    device_ptr<cg::real> x_, r_, p_, Ap_, b_;
    cudaStream_t stream_{};
};

static std::unordered_map<std::string, std::string> parse(int argc, char **argv)
{
    std::unordered_map<std::string, std::string> options{{"n", "127"}, {"tol", "1e-8"}, {"look", "10"}};
    for (int i = 1; i < argc; ++i) {
        std::string a = argv[i];
        auto eq = a.find('=');
        if (a.rfind("--", 0) == 0 && eq != std::string::npos)
            options[a.substr(2, eq - 2)] = a.substr(eq + 1);
        else
            std::cerr << "ignoring '" << a << "' (want --key=value)\n";
    }
    return options;
}

int main(int argc, char **argv)
{
    auto options = parse(argc, argv);
    const int n = std::stoi(options["n"]);
    const double tol = std::stod(options["tol"]);

    Solver solver(n);
    double last = 0;
    const unsigned done = solver.solve(10000, std::stoi(options["look"]), [&](unsigned it, double rel) {
        last = rel;
        if (it % 100 == 0) std::printf("%6u  |r|/|b| = %.3e\n", it, rel);
        return rel > tol;  // false: stop
    });

    // the discrete solution of a sine is a sine
    const auto u = solver.solution();
    double err = 0;
    const double pi = std::acos(-1.0), h = 1.0 / (n + 1);
#pragma omp parallel for collapse(2) reduction(max : err)
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            err = std::fmax(err, std::fabs(u[i * n + j] - std::sin(pi * (j + 1) * h) * std::sin(pi * (i + 1) * h)));

    std::cout << "iterations " << done << ", relative residual " << last << ", max error " << err << '\n';
    return err < 10 * h * h ? 0 : 1;
}
