// All device buffers come out of one cudaMalloc, handed out by a bump
// allocator with 256-byte alignment.  The work: a weighted moving average
// with its residual and the residual's sum of squares.
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace mem {

constexpr size_t kAlign = 256;

constexpr size_t roundUp(size_t v) { return (v + kAlign - 1) & ~(kAlign - 1); }

class Arena {
public:
    explicit Arena(size_t capacity) : base_(nullptr), used_(0), cap_(capacity)
    {
        if (cudaMalloc(&base_, capacity) != cudaSuccess) {
            fprintf(stderr, "arena: cannot get %zu bytes\n", capacity);
            abort();
        }
    }
    ~Arena() { cudaFree(base_); }

    template <typename T>
    T *take(size_t count)
    {
        size_t need = roundUp(count * sizeof(T));
        assert(used_ + need <= cap_);
        T *p = reinterpret_cast<T *>(base_ + used_);
        used_ += need;
        return p;
    }
    size_t used() const { return used_; }

private:
    char *base_;
    size_t used_;
    size_t cap_;
};

}  // namespace mem

constexpr int kN = 4001;
constexpr int kTaps = 7;
constexpr int kThreads = 192;

__global__ void average(const float *__restrict__ x, const float *__restrict__ weights,
                        float *__restrict__ y, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = 0.f;
    for (int t = 0; t < taps; ++t) {
        int j = i + t - taps / 2;
        if (j >= 0 && j < n)
            s += weights[t] * x[j];
    }
    y[i] = s;
}

__global__ void residual(const float *x, const float *y, double *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        r[i] = (double)x[i] - (double)y[i];
}

__global__ void sumSquares(const double *r, double *result, int n)
{
    __shared__ double s[kThreads];
    double v = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        v += r[i] * r[i];
    s[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        double total = 0;
        for (int t = 0; t < blockDim.x; ++t)
            total += s[t];
        *result = total;
    }
}

int main()
{
    const size_t total = 2 * mem::roundUp(kN * sizeof(float)) + mem::roundUp(kTaps * sizeof(float)) +
                         mem::roundUp(kN * sizeof(double)) + mem::roundUp(sizeof(double));
    mem::Arena arena(total);
    float *x = arena.take<float>(kN);
    float *w = arena.take<float>(kTaps);
    float *y = arena.take<float>(kN);
    double *r = arena.take<double>(kN);
    double *ss = arena.take<double>(1);
    printf("arena: %zu of %zu bytes used\n", arena.used(), total);

    float hx[kN], hw[kTaps], sum = 0.f;
    for (int i = 0; i < kN; ++i)
        hx[i] = sinf(0.05f * i) + 0.1f * (float)(i % 3);
    for (int t = 0; t < kTaps; ++t)
        sum += hw[t] = (float)(1 + (t < kTaps / 2 ? t : kTaps - 1 - t));
    for (float &v : hw)
        v /= sum;

    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    cudaMemcpy(w, hw, sizeof hw, cudaMemcpyHostToDevice);

    const unsigned blocks = (kN + kThreads - 1u) / kThreads;
    average<<<blocks, kThreads>>>(x, w, y, kN, kTaps);
    residual<<<blocks, kThreads>>>(x, y, r, kN);
    sumSquares<<<1, kThreads>>>(r, ss, kN);

    double got = 0, want = 0;
    cudaMemcpy(&got, ss, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kN; ++i) {
        float s = 0.f;
        for (int t = 0; t < kTaps; ++t) {
            int j = i + t - kTaps / 2;
            if (j >= 0 && j < kN)
                s += hw[t] * hx[j];
        }
        double d = (double)hx[i] - (double)s;
        want += d * d;
    }
    printf("sum of squares %.9f, expected %.9f\n", got, want);
    return fabs(got - want) < 1e-4 * want ? 0 : 1;
}
