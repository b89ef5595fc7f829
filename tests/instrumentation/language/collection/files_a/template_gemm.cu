#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <array>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

/**
 * Generic tiled GEMM.
 *
 *    op(A) is A or its transpose, chosen at compile time
 *    epilogue is a tag: Identity, Relu, or Scale
 *
 *         +-----+   +-----+     +-----+
 *       M |  A  | x |  B  | K = |  C  | M
 *         +-----+   +-----+     +-----+
 *            K         N           N
 */

namespace gemm {

enum class Op { N, T };
enum Epilogue { Identity = 0, Relu = 1, Scale = 2 };

template <typename T> struct Accumulator { using type = T; };
template <> struct Accumulator<short> { using type = int; };
template <> struct Accumulator<float> { using type = float; };
template <> struct Accumulator<int> { using type = long long; };

template <typename T>
using acc_t = typename Accumulator<T>::type;

namespace detail {

template <Op OP, typename T>
__device__ inline T load(const T* p, int row, int col, int rows, int cols)
{
    if (row >= rows || col >= cols) return T(0);
    if constexpr (OP == Op::N)
        return p[row * cols + col];
    else
        return p[col * rows + row];
}

template <int E, typename T>
__host__ __device__ inline T epilogue(T v, T scale)
{
    if constexpr (E == Relu) {
        return v > T(0) ? v : T(0);
    } else if constexpr (E == Scale) {
        return v * scale;
    } else {
        (void)scale;
        return v;
    }
}

}  // namespace detail

// Primary kernel --------------------------------------------------------
template <typename T, int TILE, Op OPA = Op::N, Op OPB = Op::N, int E = Identity>
__global__ void tiled(const T* __restrict__ A, const T* __restrict__ B, T* __restrict__ C,
                      int M, int N, int K, T scale)
{
    static_assert(TILE > 0 && (TILE & (TILE - 1)) == 0, "TILE must be a power of two");

    __shared__ T sa[TILE][TILE];
    __shared__ T sb[TILE][TILE];

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;

    acc_t<T> acc = 0;
    for (int k0 = 0; k0 < K; k0 += TILE) {
        sa[threadIdx.y][threadIdx.x] = detail::load<OPA>(A, row, k0 + int(threadIdx.x), M, K);
        sb[threadIdx.y][threadIdx.x] = detail::load<OPB>(B, k0 + int(threadIdx.y), col, K, N);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            acc += acc_t<T>(sa[threadIdx.y][k]) * sb[k][threadIdx.x];
        __syncthreads();
    }

    if (row < M && col < N)
        C[row * N + col] = detail::epilogue<E>(T(acc), scale);
}

// Fallback for tiny problems: one thread per element, everything from global memory
template <typename T>
__global__ void simple(const T* A, const T* B, T* C, int M, int N, int K)
{
    using acc = acc_t<T>;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < M * N) {
        const int row = i / N, col = i % N;
        acc sum{};
        int k = 0;
        do {
            sum += acc(A[row * K + k]) * acc(B[k * N + col]);
        } while (++k < K);
        C[i] = static_cast<T>(sum);
        i += blockDim.x * gridDim.x;
    }
}

// and a full specialization, because double deserves Kahan here
template <>
__global__ void simple<double>(const double* A, const double* B, double* C, int M, int N, int K)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M * N) return;
    const double* a = A + (i / N) * K;
    const double* b = B + i % N;
    double sum = 0.0, lost = 0.0;
    for (int k = 0; k < K; ++k, ++a, b += N) {
        const double y = *a * *b - lost;
        const double t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    C[i] = sum;
}

// Launchers ---------------------------------------------------------------
template <typename T, int TILE, Op OPA, Op OPB, int E>
void launch_tiled(const T* A, const T* B, T* C, int M, int N, int K, T scale, cudaStream_t stream = 0)
{
    const dim3 block(TILE, TILE);
    const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    tiled<T, TILE, OPA, OPB, E><<<grid, block, 0, stream>>>(A, B, C, M, N, K, scale);
}

template <typename T>
void launch_simple(const T* A, const T* B, T* C, int M, int N, int K)
{
    constexpr int threads = 128;
    simple<T><<<(M * N + threads - 1) / threads, threads>>>(A, B, C, M, N, K);
}

}  // namespace gemm

// =========================================================================

template <typename T>
class Managed {
    T* p_ = nullptr;
    size_t n_;

public:
    explicit Managed(size_t n) : n_(n)
    {
        if (cudaMallocManaged(&p_, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    }
    ~Managed() { cudaFree(p_); }
    Managed(const Managed&) = delete;
    T& operator[](size_t i) { return p_[i]; }
    const T& operator[](size_t i) const { return p_[i]; }
    T* data() { return p_; }
    T* begin() { return p_; }
    T* end() { return p_ + n_; }
    size_t size() const { return n_; }
};

template <typename T> constexpr std::string_view type_name = "?";
template <> constexpr std::string_view type_name<float> = "float";
template <> constexpr std::string_view type_name<double> = "double";
template <> constexpr std::string_view type_name<int> = "int";
template <> constexpr std::string_view type_name<short> = "short";

static unsigned g_failures = 0;

template <typename T, gemm::Op OPA, gemm::Op OPB, int E>
void reference(Managed<T>& A, Managed<T>& B, std::vector<T>& C, int M, int N, int K, T scale)
{
    using gemm::Op;
    auto a = [&](int i, int k) { return OPA == Op::N ? A[i * K + k] : A[k * M + i]; };
    auto b = [&](int k, int j) { return OPB == Op::N ? B[k * N + j] : B[j * K + k]; };
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            gemm::acc_t<T> sum = 0;
            for (int k = 0; k < K; ++k) sum += gemm::acc_t<T>(a(i, k)) * b(k, j);
            C[i * N + j] = gemm::detail::epilogue<E>(T(sum), scale);
        }
}

template <typename T, int TILE, gemm::Op OPA, gemm::Op OPB, int E>
void one(int M, int N, int K)
{
    Managed<T> A(size_t(M) * K), B(size_t(K) * N), C(size_t(M) * N);
    std::vector<T> ref(C.size());
    for (auto& v : A) v = T(rand() % 7 - 3);
    for (auto& v : B) v = T(rand() % 7 - 3);

    gemm::launch_tiled<T, TILE, OPA, OPB, E>(A.data(), B.data(), C.data(), M, N, K, T(2));
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) {
        std::cerr << "launch failed: " << cudaGetErrorString(e) << std::endl;
        std::exit(1);
    }
    reference<T, OPA, OPB, E>(A, B, ref, M, N, K, T(2));

    const bool good = std::equal(C.begin(), C.end(), ref.begin());
    g_failures += !good;
    std::cout << type_name<T> << '\t' << TILE << '\t' << (OPA == gemm::Op::N ? 'N' : 'T')
              << (OPB == gemm::Op::N ? 'N' : 'T') << "\tE" << E << '\t' << M << 'x' << N << 'x' << K
              << (good ? "\tok" : "\t**BAD**") << '\n';
}

// fold over a pack of tile sizes
template <typename T, int... TILES>
void sweep(std::integer_sequence<int, TILES...>, int M, int N, int K)
{
    using namespace gemm;
    (one<T, TILES, Op::N, Op::N, Identity>(M, N, K), ...);
    (one<T, TILES, Op::T, Op::N, Relu>(M, N, K), ...);
    (one<T, TILES, Op::N, Op::T, Scale>(M, N, K), ...);
}

template <typename... Ts>
void all_types(int M, int N, int K)
{
    (sweep<Ts>(std::integer_sequence<int, 8, 16, 32>{}, M, N, K), ...);
}

template <typename T>
void check_simple()
{
    const int M = 17, N = 19, K = 23;
    Managed<T> A(M * K), B(K * N), C(M * N);
    std::vector<T> ref(M * N);
    for (auto& v : A) v = T(rand() % 5);
    for (auto& v : B) v = T(rand() % 5);
    gemm::launch_simple(A.data(), B.data(), C.data(), M, N, K);
    cudaDeviceSynchronize();
    reference<T, gemm::Op::N, gemm::Op::N, gemm::Identity>(A, B, ref, M, N, K, T(1));
    for (int i = 0; i < M * N; ++i)
        if (C[i] != ref[i]) {
            ++g_failures;
            std::cout << "simple<" << type_name<T> << ">: element " << i << " is " << C[i]
                      << ", expected " << ref[i] << '\n';
            break;
        }
}

int main(int argc, char** argv)
{
    struct Shape { int m, n, k; };
    static constexpr std::array<Shape, 4> shapes{{{64, 64, 64}, {1, 100, 33}, {127, 65, 31}, {200, 3, 50}}};

    if (argc > 1 && !std::strcmp(argv[1], "--help")) {
        std::cout << R"txt(usage: template_gemm [--help]
   runs every combination; kernels are launched as
       tiled<T, TILE, OPA, OPB, E><<<grid, block, 0, stream>>>(...)
   "quotes" and 'apostrophes' are fine in here, and so is */ or // )txt" << '\n';
        return 0;
    }

    check_simple<float>();
    check_simple<double>();
    check_simple<int>();

    for (const auto& [m, n, k] : shapes) all_types<float, double, int, short>(m, n, k);

    std::cout << (g_failures ? "FAILED " : "passed ") << g_failures << std::endl;
    return g_failures != 0;
}
