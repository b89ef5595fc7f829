// Row softmax with a small dispatch layer, written the way a library does it:
//  * up to 1024 columns: one warp per row, values kept in registers
//  * more columns:       one block per row, two reductions in shared memory
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cuda_runtime.h>

namespace rowops {
namespace detail {

struct MaxOp {
    static __device__ __forceinline__ float identity() { return -FLT_MAX; }
    __device__ __forceinline__ float operator()(float a, float b) const { return a > b ? a : b; }
};
struct SumOp {
    static __device__ __forceinline__ float identity() { return 0.f; }
    __device__ __forceinline__ float operator()(float a, float b) const { return a + b; }
};

template <class Op>
__device__ __forceinline__ float warpReduce(float v) {
    Op op;
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) v = op(v, __shfl_xor_sync(0xffffffffu, v, mask));
    return v;
}

template <class Op, int kBlock>
__device__ float blockReduce(float v) {
    __shared__ float warps[kBlock / 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v = warpReduce<Op>(v);
    __syncthreads();
    if (lane == 0) warps[warp] = v;
    __syncthreads();
    v = lane < kBlock / 32 ? warps[lane] : Op::identity();
    return warpReduce<Op>(v);
}

template <int kColsPerThread>
__global__ void softmaxWarp(const float* __restrict__ in, float* __restrict__ out, int64_t rows, int cols) {
    const int64_t row = int64_t(blockIdx.x) * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    float buf[kColsPerThread];
    float m = -FLT_MAX;
#pragma unroll
    for (int i = 0; i < kColsPerThread; ++i) {
        int c = i * 32 + threadIdx.x;
        buf[i] = c < cols ? in[row * cols + c] : -FLT_MAX;
        m = fmaxf(m, buf[i]);
    }
    m = warpReduce<MaxOp>(m);
    float s = 0.f;
#pragma unroll
    for (int i = 0; i < kColsPerThread; ++i) {
        buf[i] = expf(buf[i] - m);
        s += (i * 32 + threadIdx.x < cols) ? buf[i] : 0.f;
    }
    s = warpReduce<SumOp>(s);
#pragma unroll
    for (int i = 0; i < kColsPerThread; ++i) {
        int c = i * 32 + threadIdx.x;
        if (c < cols) out[row * cols + c] = buf[i] / s;
    }
}

template <int kBlock>
__global__ void __launch_bounds__(kBlock) softmaxBlock(const float* in, float* out, int64_t rows, int cols) {
    for (int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x = in + row * cols;
        float* y = out + row * cols;
        float m = -FLT_MAX;
        for (int c = threadIdx.x; c < cols; c += kBlock) m = fmaxf(m, x[c]);
        m = blockReduce<MaxOp, kBlock>(m);
        float s = 0.f;
        for (int c = threadIdx.x; c < cols; c += kBlock) s += expf(x[c] - m);
        s = blockReduce<SumOp, kBlock>(s);
        for (int c = threadIdx.x; c < cols; c += kBlock) y[c] = expf(x[c] - m) / s;
    }
}

template <int kColsPerThread>
inline cudaError_t launchWarp(cudaStream_t s, const float* in, float* out, int64_t rows, int cols) {
    constexpr int kThreads = 128;
    constexpr int kRowsPerBlock = kThreads / 32;
    dim3 block(32, kRowsPerBlock);
    const int64_t blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
    softmaxWarp<kColsPerThread><<<static_cast<unsigned>(blocks), block, 0, s>>>(in, out, rows, cols);
    return cudaPeekAtLastError();
}

}  // namespace detail

inline cudaError_t softmax(cudaStream_t s, const float* in, float* out, int64_t rows, int cols) {
    if (rows == 0 || cols == 0) return cudaSuccess;
#define ROWOPS_CASE(limit, per) \
    else if (cols <= (limit)) return detail::launchWarp<per>(s, in, out, rows, cols)
    if (cols < 0) return cudaErrorInvalidValue;
    ROWOPS_CASE(32, 1);
    ROWOPS_CASE(64, 2);
    ROWOPS_CASE(128, 4);
    ROWOPS_CASE(256, 8);
    ROWOPS_CASE(1024, 32);
#undef ROWOPS_CASE
    constexpr int kBlock = 256;
    constexpr int64_t kMaxBlocks = 48;
    const unsigned blocks = (unsigned)(rows < kMaxBlocks ? rows : kMaxBlocks);
    detail::softmaxBlock<kBlock><<<blocks, kBlock, 0, s>>>(in, out, rows, cols);
    return cudaPeekAtLastError();
}

}  // namespace rowops

static double check(const float* in, const float* out, int64_t rows, int cols) {
    double worst = 0;
    for (int64_t r = 0; r < rows; ++r) {
        double m = -1e300, s = 0;
        for (int c = 0; c < cols; ++c) m = fmax(m, in[r * cols + c]);
        for (int c = 0; c < cols; ++c) s += exp(in[r * cols + c] - m);
        for (int c = 0; c < cols; ++c) worst = fmax(worst, fabs(exp(in[r * cols + c] - m) / s - out[r * cols + c]));
    }
    return worst;
}

int main() {
    struct { int64_t rows; int cols; } const shapes[] = {{1000, 20}, {333, 128}, {50, 700}, {77, 3000}};
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int failures = 0;
    for (const auto& sh : shapes) {
        const size_t count = size_t(sh.rows) * sh.cols, bytes = count * sizeof(float);
        float *in, *out, *hin = (float*)malloc(bytes), *hout = (float*)malloc(bytes);
        for (size_t i = 0; i < count; ++i) hin[i] = float((i * 7919) % 1000) / 100.f - 5.f;
        cudaMallocAsync((void**)&in, bytes, stream);
        cudaMallocAsync((void**)&out, bytes, stream);
        cudaMemcpyAsync(in, hin, bytes, cudaMemcpyHostToDevice, stream);
        cudaError_t e = rowops::softmax(stream, in, out, sh.rows, sh.cols);
        cudaMemcpyAsync(hout, out, bytes, cudaMemcpyDeviceToHost, stream);
        cudaFreeAsync(in, stream);
        cudaFreeAsync(out, stream);
        cudaStreamSynchronize(stream);
        double err = check(hin, hout, sh.rows, sh.cols);
        bool ok = e == cudaSuccess && err < 1e-5;
        printf("%5lld x %-5d err %.2e %s\n", (long long)sh.rows, sh.cols, err, ok ? "ok" : "FAIL");
        failures += !ok;
        free(hin);
        free(hout);
    }
    cudaStreamDestroy(stream);
    return failures;
}
