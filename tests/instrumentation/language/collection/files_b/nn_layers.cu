// Layers of a small network: softmax, layer norm, activations, an LSTM cell, embedding, loss.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace nn {

constexpr unsigned kFull = 0xffffffffu;
constexpr int kWarp = 32;

enum class Act { None, Relu, Gelu, Tanh, Sigmoid };

// ---- device: small things ---------------------------------------------------------------------
struct SumOp {
  static __device__ __forceinline__ float identity() { return 0.f; }
  __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};
struct MaxOp {
  static __device__ __forceinline__ float identity() { return -FLT_MAX; }
  __device__ __forceinline__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

template <class Op>
__device__ __forceinline__ float warp_reduce(float v, Op op = Op()) {
#pragma unroll
  for (int m = kWarp / 2; m > 0; m >>= 1) v = op(v, __shfl_xor_sync(kFull, v, m));
  return v;
}

template <class Op, int Threads>
__device__ float block_reduce(float v) {
  static_assert(Threads % kWarp == 0, "whole warps only");
  __shared__ float part[Threads / kWarp];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  Op op;
  v = warp_reduce<Op>(v);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = lane < Threads / kWarp ? part[lane] : Op::identity();
  v = warp_reduce<Op>(v);
  __syncthreads();
  return v;
}

__host__ __device__ inline float sigmoid(float x) { return 1.f / (1.f + expf(-x)); }

template <Act A>
__host__ __device__ inline float activate(float x) {
  if constexpr (A == Act::Relu) return x > 0.f ? x : 0.f;
  else if constexpr (A == Act::Gelu) return 0.5f * x * (1.f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
  else if constexpr (A == Act::Tanh) return tanhf(x);
  else if constexpr (A == Act::Sigmoid) return sigmoid(x);
  else return x;
}

// ---- kernels ------------------------------------------------------------------------------------

// one warp for a row, rows up to 1024 wide stay in registers
template <int PerLane>
__global__ void softmax_warp(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / kWarp;
  if (row >= rows) return;
  int lane = threadIdx.x % kWarp;
  const float* xr = x + row * cols;
  float v[PerLane];
  float top = -FLT_MAX;
#pragma unroll
  for (int k = 0; k < PerLane; ++k) {
    int c = lane + k * kWarp;
    v[k] = c < cols ? xr[c] : -FLT_MAX;
    top = fmaxf(top, v[k]);
  }
  top = warp_reduce<MaxOp>(top);
  float sum = 0.f;
#pragma unroll
  for (int k = 0; k < PerLane; ++k) {
    v[k] = __expf(v[k] - top);
    sum += lane + k * kWarp < cols ? v[k] : 0.f;
  }
  sum = warp_reduce<SumOp>(sum);
  float* yr = y + row * cols;
  for (int k = 0; k < PerLane; ++k)
    if (int c = lane + k * kWarp; c < cols) yr[c] = v[k] / sum;
}

// online softmax: maximum and sum in one sweep
struct MaxSum {
  float m, s;
  __device__ void push(float x) {
    if (x > m) {
      s = s * expf(m - x) + 1.f;
      m = x;
    } else {
      s += expf(x - m);
    }
  }
  __device__ static MaxSum merge(const MaxSum& a, const MaxSum& b) {
    MaxSum r;
    r.m = fmaxf(a.m, b.m);
    r.s = a.s * expf(a.m - r.m) + b.s * expf(b.m - r.m);
    return r;
  }
};

__global__ void softmax_online(const float* x, float* y, int cols, float* log_sum = nullptr) {
  __shared__ float sm[128], ss[128];
  MaxSum mine{-FLT_MAX, 0.f};
  const float* xr = x + static_cast<size_t>(blockIdx.x) * cols;
  for (int c = threadIdx.x; c < cols; c += 128) mine.push(xr[c]);
  sm[threadIdx.x] = mine.m;
  ss[threadIdx.x] = mine.s;
  __syncthreads();
  for (int h = 64; h > 0; h /= 2) {
    if (threadIdx.x < h) {
      mine = MaxSum::merge(mine, MaxSum{sm[threadIdx.x + h], ss[threadIdx.x + h]});
      sm[threadIdx.x] = mine.m;
      ss[threadIdx.x] = mine.s;
    }
    __syncthreads();
  }
  for (int c = threadIdx.x; c < cols; c += 128) y[blockIdx.x * cols + c] = expf(xr[c] - sm[0]) / ss[0];
  if (log_sum != nullptr && threadIdx.x == 0) log_sum[blockIdx.x] = sm[0] + logf(ss[0]);
}

template <int Threads, bool Affine>
__global__ void __launch_bounds__(Threads)
layer_norm(const float* x, const float* gamma, const float* beta, float* y, int cols, float eps) {
  const float* xr = x + blockIdx.x * cols;
  float* yr = y + blockIdx.x * cols;
  float s = 0.f;
  for (int c = threadIdx.x; c < cols; c += Threads) s += xr[c];
  const float mean = block_reduce<SumOp, Threads>(s) / cols;
  float q = 0.f;
  for (int c = threadIdx.x; c < cols; c += Threads) {
    float d = xr[c] - mean;
    q += d * d;
  }
  const float inv = rsqrtf(block_reduce<SumOp, Threads>(q) / cols + eps);
  for (int c = threadIdx.x; c < cols; c += Threads) {
    float v = (xr[c] - mean) * inv;
    if constexpr (Affine) v = v * gamma[c] + beta[c];
    yr[c] = v;
  }
}

template <Act A>
__global__ void activation(float* x, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    x[i] = activate<A>(x[i]);
}

struct LstmWeights {
  const float* w;     // [4 * hidden][input]
  const float* u;     // [4 * hidden][hidden]
  const float* bias;  // [4 * hidden]
  int input, hidden;
};

__device__ float dot_row(const float* row, const float* v, int n) {
  float s = 0.f;
  for (int i = 0; i < n; ++i) s += row[i] * v[i];
  return s;
}

__global__ void lstm_cell(LstmWeights p, const float* x, const float* h_in, float* h_out, float* c, int batch) {
  int unit = blockIdx.x * blockDim.x + threadIdx.x;
  int b = blockIdx.y;
  if (unit >= p.hidden || b >= batch) return;
  float gate[4];
  for (int g = 0; g < 4; ++g) {
    int r = g * p.hidden + unit;
    gate[g] = p.bias[r] + dot_row(p.w + r * p.input, x + b * p.input, p.input) +
              dot_row(p.u + r * p.hidden, h_in + b * p.hidden, p.hidden);
  }
  float i = sigmoid(gate[0]), f = sigmoid(gate[1]), g = tanhf(gate[2]), o = sigmoid(gate[3]);
  int at = b * p.hidden + unit;
  c[at] = f * c[at] + i * g;
  h_out[at] = o * tanhf(c[at]);
}

__global__ void embedding(const int* tokens, const float4* table, float4* out, int quads, int vocabulary) {
  int t = tokens[blockIdx.x];
  if (t < 0 || t >= vocabulary) return;
  for (int q = threadIdx.x; q < quads; q += blockDim.x) out[blockIdx.x * quads + q] = table[t * quads + q];
}

__global__ void cross_entropy(const float* probs, const int* labels, float* loss, int rows, int classes) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float l = 0.f;
  if (r < rows) l = -logf(probs[r * classes + labels[r]] + 1e-9f);
  l = warp_reduce<SumOp>(l);
  if (threadIdx.x % kWarp == 0) atomicAdd(loss, l / rows);
}

}  // namespace nn

// ---- host ---------------------------------------------------------------------------------------
namespace host {

template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream os;
  (os << ... << parts);
  return os.str();
}

inline void check(cudaError_t e, const char* file, int line) {
  if (e != cudaSuccess) throw std::runtime_error(concat(file, ':', line, " -> ", cudaGetErrorString(e), " '\"'"));
}
#define CU(x) ::host::check((x), __FILE__, __LINE__)

class Tensor {
 public:
  explicit Tensor(std::initializer_list<int> shape)
      : shape_(shape), n_(std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>{})) {
    CU(cudaMallocManaged(&p_, n_ * sizeof(float)));
  }
  ~Tensor() { cudaFree(p_); }
  Tensor(const Tensor&) = delete;
  auto operator=(const Tensor&) -> Tensor& = delete;

  Tensor& randomize(unsigned seed, float scale = 1.f) {
    std::mt19937 g(seed);
    std::uniform_real_distribution<float> d(-scale, scale);
    std::generate_n(p_, n_, [&]() mutable { return d(g); });
    return *this;
  }
  Tensor& fill(float v) { std::fill_n(p_, n_, v); return *this; }
  float& operator()(int r, int c) { return p_[std::size_t(r) * shape_.back() + c]; }
  operator float*() { return p_; }
  std::size_t size() const { return n_; }

 private:
  std::vector<int> shape_;
  std::size_t n_;
  float* p_ = nullptr;
};

template <nn::Act A>
void apply(Tensor& t) {
  nn::activation<A><<<64, 256>>>(t, t.size());
  CU(cudaGetLastError());
}

void dispatch(nn::Act a, Tensor& t) {
  switch (a) {
    case nn::Act::Relu: return apply<nn::Act::Relu>(t);
    case nn::Act::Gelu: return apply<nn::Act::Gelu>(t);
    case nn::Act::Tanh: return apply<nn::Act::Tanh>(t);
    case nn::Act::Sigmoid: return apply<nn::Act::Sigmoid>(t);
    case nn::Act::None: break;
  }
}

}  // namespace host

int main() try {
  using host::Tensor;
  constexpr int rows = 512, cols = 320, hidden = 64, batch = 8, classes = 10;

  Tensor x{rows, cols}, y{rows, cols}, gamma{cols}, beta{cols}, lse{rows};
  x.randomize(1, 3.f);
  gamma.fill(1.f);
  beta.fill(0.f);

  nn::softmax_warp<10><<<rows * 32 / 128, 128>>>(x, y, rows, cols);
  CU(cudaDeviceSynchronize());
  std::cout << "softmax row sum " << std::accumulate(&y(3, 0), &y(4, 0), 0.f) << '\n';

  nn::softmax_online<<<rows, 128>>>(x, y, cols, lse);
  CU(cudaDeviceSynchronize());
  std::cout << "online  row sum " << std::accumulate(&y(3, 0), &y(4, 0), 0.f) << '\n';

  nn::layer_norm<256, true><<<rows, 256>>>(x, gamma, beta, y, cols, 1e-5f);
  nn::layer_norm<256, false><<<dim3(rows), dim3(256)>>>(x, nullptr, nullptr, y, cols, 1e-5f);
  CU(cudaDeviceSynchronize());
  std::cout << "layer norm mean " << std::accumulate(&y(7, 0), &y(8, 0), 0.f) / cols << '\n';

  for (auto a : {nn::Act::Relu, nn::Act::Gelu, nn::Act::Tanh, nn::Act::Sigmoid}) host::dispatch(a, y);

  Tensor w{4 * hidden, cols}, u{4 * hidden, hidden}, bias{4 * hidden}, h0{batch, hidden}, h1{batch, hidden}, c{batch, hidden};
  w.randomize(2, .1f), u.randomize(3, .1f), bias.fill(0.f), h0.fill(0.f), c.fill(0.f);
  float *now = h0, *next = h1;
  for (int t = 0; t < 20; ++t) {
    nn::lstm_cell<<<dim3((hidden + 31) / 32, batch), 32>>>({w, u, bias, cols, hidden}, x + t * cols, now, next, c, batch);
    std::swap(now, next);
  }
  CU(cudaDeviceSynchronize());
  std::cout << "lstm " << now[0] << ' ' << now[1] << '\n';

  int* ids;
  CU(cudaMallocManaged(&ids, rows * sizeof(int)));
  for (int r = 0; r < rows; ++r) ids[r] = r % classes;
  Tensor loss{1}, probs{rows, classes};
  loss.fill(0.f);
  probs.fill(1.f / classes);
  nn::embedding<<<16, 32>>>(ids, reinterpret_cast<float4*>(static_cast<float*>(x)),
                            reinterpret_cast<float4*>(static_cast<float*>(y)), cols / 4, rows);
  nn::cross_entropy<<<(rows + 255) / 256, 256>>>(probs, ids, loss, rows, classes);
  CU(cudaDeviceSynchronize());
  std::cout << "loss " << loss[0] << " expected " << std::log(float(classes)) << '\n';
  cudaFree(ids);
} catch (std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}
