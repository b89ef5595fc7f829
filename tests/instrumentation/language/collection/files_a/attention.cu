#include <cuda_runtime.h>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

// Scaled dot product attention, one head:  O = softmax(Q K^T / sqrt(d)) V
//
//   version A: three kernels, the n x n score matrix in global memory
//   version B: one kernel, online softmax, scores never leave the block

static const char* const kHelp = R"HELP(
attention [--seq N] [--causal] [--seed S]

   --seq N      sequence length (default 256)
   --causal     mask the upper triangle:   score(i, j) = -inf  for j > i
   --seed S     for the random numbers

Example (don't type the "$"):
   $ attention --seq 512 --causal      /* not a comment */
   kernel<<<grid, block>>>(nothing);   // not a launch
)HELP";

#define CHECK_CUDA(stmt)                                                          \
  do {                                                                            \
    cudaError_t status__ = stmt;                                                  \
    if (cudaSuccess != status__) {                                                \
      std::cerr << "'" #stmt "' returned " << cudaGetErrorString(status__) << '"' \
                << std::endl;                                                     \
      std::exit(-1);                                                              \
    }                                                                             \
  } while (false)

constexpr int D = 64;     // head dimension
constexpr int BR = 32;    // query rows per block (version B)
constexpr int BC = 32;    // key rows per tile   (version B)

struct Head {
  const float* q;
  const float* k;
  const float* v;
  float* o;
  int n;
  bool causal;
};

__device__ __forceinline__ bool masked(const Head& h, int i, int j) { return j >= h.n || (h.causal && j > i); }

// ------------------------------------------------------------------ version A
__global__ void scores_kernel(Head h, float* s, float scale) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= h.n || j >= h.n) return;
  float acc = 0.f;
  for (int d = 0; d < D; ++d) acc += h.q[i * D + d] * h.k[j * D + d];
  s[i * h.n + j] = masked(h, i, j) ? -FLT_MAX : acc * scale;
}

template <typename Op>
__device__ float block_reduce(float v, Op op, float* scratch) {
  scratch[threadIdx.x] = v;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + s]);
    __syncthreads();
  }
  float result = scratch[0];
  __syncthreads();
  return result;
}

struct Max { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } };
struct Sum { __device__ float operator()(float a, float b) const { return a + b; } };

// one block per row
__global__ void softmax_kernel(float* s, int n) {
  extern __shared__ float scratch[];
  float* row = s + (size_t)blockIdx.x * n;

  float m = -FLT_MAX;
  for (int j = threadIdx.x; j < n; j += blockDim.x) m = fmaxf(m, row[j]);
  m = block_reduce(m, Max(), scratch);

  float l = 0.f;
  for (int j = threadIdx.x; j < n; j += blockDim.x) {
    float e = __expf(row[j] - m);
    row[j] = e;
    l += e;
  }
  l = block_reduce(l, Sum(), scratch);

  const float inv = 1.f / l;
  for (int j = threadIdx.x; j < n; j += blockDim.x) row[j] *= inv;
}

__global__ void weighted_sum_kernel(const float* p, Head h) {
  const int i = blockIdx.x;
  const int d = threadIdx.x;
  float acc = 0.f;
  for (int j = 0; j < h.n; ++j) acc += p[i * h.n + j] * h.v[j * D + d];
  h.o[i * D + d] = acc;
}

// ------------------------------------------------------------------ version B
__global__ void __launch_bounds__(BR* BC) fused_kernel(const Head h, const float scale) {
  __shared__ float q[BR][D];
  __shared__ float kv[BC][D + 1];   // first K, then V
  __shared__ float p[BR][BC + 1];
  __shared__ float row_max[BR], row_sum[BR], row_fix[BR];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.x * BR + ty;

  for (int d = tx; d < D; d += BC) q[ty][d] = i < h.n ? h.q[i * D + d] : 0.f;
  if (tx == 0) {
    row_max[ty] = -FLT_MAX;
    row_sum[ty] = 0.f;
  }

  constexpr int PER = D / BC;
  float acc[PER] = {};

  for (int j0 = 0; j0 < h.n; j0 += BC) {
    if (h.causal && j0 > (int)blockIdx.x * BR + BR - 1) break;   // same for the whole block
    __syncthreads();
    for (int d = tx; d < D; d += BC) kv[ty][d] = j0 + ty < h.n ? h.k[(j0 + ty) * D + d] : 0.f;
    __syncthreads();

    float s = 0.f;
    for (int d = 0; d < D; ++d) s = fmaf(q[ty][d], kv[tx][d], s);
    s = masked(h, i, j0 + tx) ? -FLT_MAX : s * scale;

    // a row is a warp
    float m = s;
    for (int w = 16; w > 0; w >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, w));
    const float old = row_max[ty];
    m = fmaxf(m, old);
    const float e = s == -FLT_MAX ? 0.f : __expf(s - m);
    p[ty][tx] = e;
    float l = e;
    for (int w = 16; w > 0; w >>= 1) l += __shfl_xor_sync(0xffffffffu, l, w);
    __syncwarp();
    if (tx == 0) {
      row_fix[ty] = __expf(old - m);
      row_sum[ty] = row_sum[ty] * row_fix[ty] + l;
      row_max[ty] = m;
    }
    __syncthreads();

    for (int d = tx; d < D; d += BC) kv[ty][d] = j0 + ty < h.n ? h.v[(j0 + ty) * D + d] : 0.f;
    __syncthreads();

#pragma unroll
    for (int c = 0; c < PER; ++c) {
      acc[c] *= row_fix[ty];
      for (int j = 0; j < BC; ++j) acc[c] += p[ty][j] * kv[j][tx + c * BC];
    }
  }

  if (i < h.n)
    for (int c = 0; c < PER; ++c) h.o[i * D + tx + c * BC] = acc[c] / row_sum[ty];
}

// ------------------------------------------------------------------ host
namespace {

template <typename T>
struct Buffer {
  T* ptr{};
  size_t count;
  explicit Buffer(size_t n) : count(n) { CHECK_CUDA(cudaMalloc(&ptr, n * sizeof(T))); }
  ~Buffer() { cudaFree(ptr); }
  Buffer(const Buffer&) = delete;
  Buffer& operator<<(const std::vector<T>& h) {
    CHECK_CUDA(cudaMemcpy(ptr, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return *this;
  }
  const Buffer& operator>>(std::vector<T>& h) const {
    h.resize(count);
    CHECK_CUDA(cudaMemcpy(h.data(), ptr, count * sizeof(T), cudaMemcpyDeviceToHost));
    return *this;
  }
};

struct Options {
  int seq = 256;
  bool causal = false;
  unsigned seed = 1;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    const auto value = [&]() -> int {
      if (++i >= argc) { std::cerr << a << " needs a value\n"; std::exit(2); }
      return std::atoi(argv[i]);
    };
    if (a == "--seq") o.seq = value();
    else if (a == "--seed") o.seed = static_cast<unsigned>(value());
    else if (a == "--causal") o.causal = true;
    else { std::cerr << kHelp; std::exit(a == "--help" ? 0 : 2); }
  }
  return o;
}

std::vector<float> reference(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
                             int n, bool causal) {
  std::vector<float> o(q.size());
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int last = causal ? i + 1 : n;
    std::vector<double> s(last);
    double m = -std::numeric_limits<double>::infinity(), l = 0;
    for (int j = 0; j < last; ++j) {
      for (int d = 0; d < D; ++d) s[j] += double(q[i * D + d]) * k[j * D + d];
      s[j] /= std::sqrt(double(D));
      m = std::max(m, s[j]);
    }
    for (auto& x : s) l += (x = std::exp(x - m));
    for (int d = 0; d < D; ++d) {
      double acc = 0;
      for (int j = 0; j < last; ++j) acc += s[j] * v[j * D + d];
      o[i * D + d] = float(acc / l);
    }
  }
  return o;
}

auto compare(const std::vector<float>& a, const std::vector<float>& b) {
  double worst = 0, sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double e = std::abs(double(a[i]) - b[i]);
    worst = std::max(worst, e);
    sum += e;
  }
  return std::make_tuple(worst, sum / a.size());
}

}  // namespace

int main(int argc, char** argv) {
  const auto [n, causal, seed] = parse(argc, argv);
  std::mt19937 gen(seed);
  std::normal_distribution<float> normal;
  std::vector<float> q(n * D), k(n * D), v(n * D), o;
  for (auto* x : {&q, &k, &v})
    for (auto& e : *x) e = normal(gen);
  const auto expected = reference(q, k, v, n, causal);

  Buffer<float> dq(n * D), dk(n * D), dv(n * D), dout(n * D), ds(size_t(n) * n);
  dq << q;
  dk << k;
  dv << v;
  const Head head{dq.ptr, dk.ptr, dv.ptr, dout.ptr, n, causal};
  const float scale = 1.0f / std::sqrt(float(D));
  int failed = 0;

  {  // version A
    dim3 threads(32, 8), blocks((n + 31) / 32, (n + 7) / 8);
    scores_kernel<<<blocks, threads>>>(head, ds.ptr, scale);
    softmax_kernel<<<n, 128, 128 * sizeof(float)>>>(ds.ptr, n);
    weighted_sum_kernel<<<n, D>>>(ds.ptr, head);
    CHECK_CUDA(cudaDeviceSynchronize());
    dout >> o;
    auto [worst, mean] = compare(o, expected);
    std::printf("three kernels: max %.2e mean %.2e\n", worst, mean);
    failed += !(worst < 1e-4);
  }
  CHECK_CUDA(cudaMemset(dout.ptr, 0, n * D * sizeof(float)));
  {  // version B
    fused_kernel <<< (n + BR - 1) / BR, dim3(BC, BR) >>> (head, scale);
    CHECK_CUDA(cudaDeviceSynchronize());
    dout >> o;
    auto [worst, mean] = compare(o, expected);
    std::printf("fused:         max %.2e mean %.2e\n", worst, mean);
    failed += !(worst < 1e-4);
  }
  return failed;
}
