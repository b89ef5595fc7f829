// A small map/zip/reduce "library" on functors.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

namespace fn {

struct Scale {
    float k;
    __host__ __device__ float operator()(float x) const { return k * x; }
};

struct Relu {
    __host__ __device__ float operator()(float x) const { return x > 0.f ? x : 0.f; }
};

struct Plus {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

struct Hypot {
    __host__ __device__ float operator()(float a, float b) const { return sqrtf(a * a + b * b); }
};

template <class F, class G>
struct Compose {
    F f;
    G g;
    template <class T>
    __host__ __device__ auto operator()(T x) const { return f(g(x)); }
};

template <class F, class G>
Compose<F, G> compose(F f, G g) { return {f, g}; }

}  // namespace fn

namespace detail {

template <class T, class F>
__global__ void mapKernel(const T *in, T *out, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = f(in[i]);
}

template <class T, class F>
__global__ void zipKernel(const T *a, const T *b, T *out, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = f(a[i], b[i]);
}

template <int B, class T, class F>
__global__ void foldKernel(const T *in, T *out, int n, T init, F f)
{
    __shared__ T s[B];
    T v = init;
    for (int i = threadIdx.x; i < n; i += B)
        v = f(v, in[i]);
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = B / 2; d > 0; d /= 2) {
        if (threadIdx.x < d)
            s[threadIdx.x] = f(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = s[0];
}

constexpr int blocksFor(int n, int b) { return n / b + (n % b ? 1 : 0); }

}  // namespace detail

template <int B = 256, class T, class F>
void map(const T *in, T *out, int n, F f)
{
    detail::mapKernel<<<detail::blocksFor(n, B), B>>>(in, out, n, f);
}

template <int B = 128, class T, class F>
void zip(const T *a, const T *b, T *out, int n, F f)
{
    detail::zipKernel<<<detail::blocksFor(n, B), B>>>(a, b, out, n, f);
}

template <class T, class F, int B = 512>
T fold(const T *in, int n, T init, F f)
{
    T *d, r;
    cudaMalloc(&d, sizeof(T));
    detail::foldKernel<B><<<1, B>>>(in, d, n, init, f);
    cudaMemcpy(&r, d, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return r;
}

int main()
{
    constexpr int n = 5003;
    static float ha[n], hb[n];
    for (int i = 0; i < n; ++i) {
        ha[i] = (float)(i % 50) - 25.f;
        hb[i] = (float)(i % 30) - 10.f;
    }
    float *a, *b, *c;
    for (float **p : {&a, &b, &c})
        cudaMalloc(p, sizeof(float) * n);
    cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice);

    auto op = fn::compose(fn::Scale{0.5f}, fn::Relu{});
    map(a, a, n, op);
    map<64>(b, b, n, fn::Scale{2.f});
    zip(a, b, c, n, fn::Hypot{});
    const float total = fold(c, n, 0.f, fn::Plus{});

    auto scalar = [&](int i) { return fn::Hypot{}(op(ha[i]), 2.f * hb[i]); };
    double want = 0;
    for (int i = 0; i < n; ++i)
        want += scalar(i);
    printf("total %.3f, expected %.3f\n", total, want);
    for (float *p : {a, b, c})
        cudaFree(p);
    return std::fabs(total - want) < 1e-4 * want ? 0 : 1;
}
