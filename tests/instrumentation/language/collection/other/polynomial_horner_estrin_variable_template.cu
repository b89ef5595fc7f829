#include <cuda_runtime.h>
#include <cstddef>

template <typename T> __constant__ constexpr T kPi = T(3.14159265358979323846L);
template <int N> constexpr int kFactorial = N * kFactorial<N - 1>;
template <> constexpr int kFactorial<0> = 1;

template <int N, typename T>
struct Horner
{
    static __device__ T eval(const T (&c)[N], T x)
    {
        T r = c[N - 1];
        #pragma unroll
        for (int k = N - 2; k >= 0; --k) r = r * x + c[k];
        return r;
    }
};

// four coefficients go the parallel way
template <typename T>
struct Horner<4, T>
{
    static __device__ T eval(const T (&c)[4], T x)
    {
        const T x2 = x * x;
        return (c[0] + c[1] * x) + (c[2] + c[3] * x) * x2;
    }
};

template <typename T> __device__ T wrap(T x);
template <> __device__ float  wrap<float>(float x)   { return x - 2 * kPi<float> * floorf(x / (2 * kPi<float>) + .5f); }
template <> __device__ double wrap<double>(double x) { return x - 2 * kPi<double> * floor(x / (2 * kPi<double>) + .5); }

template <typename T>
__global__ void sinSeries(const T* x, T* y, std::size_t n)
{
    const T c[] = { T(1), T(-1) / kFactorial<3>, T(1) / kFactorial<5>, T(-1) / kFactorial<7> };
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < n) {
        const T a = wrap(x[i]);
        y[i] = a * Horner<4, T>::eval(c, a * a);
    }
}

template <int Degree, typename T = double>
__global__ void evalPoly(const T* __restrict__ coeffs, const T* x, T* y, std::size_t n)
{
    T c[Degree + 1];
    for (int k = 0; k <= Degree; ++k) c[k] = coeffs[k];
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = Horner<Degree + 1, T>::eval(c, x[i]);
}

template __global__ void sinSeries<float>(const float*, float*, std::size_t);
template __global__ void sinSeries<double>(const double*, double*, std::size_t);
template __global__ void evalPoly<3>(const double*, const double*, double*, std::size_t);
template __global__ void evalPoly<6, float>(const float*, const float*, float*, std::size_t);
