#include <cuda_runtime.h>
#include <cstddef>

// y = alpha*x + beta*y for a handful of element types
namespace blas1
{
    namespace detail
    {
        __device__ inline float  fuse(float a, float b, float c)    { return fmaf(a, b, c); }
        __device__ inline double fuse(double a, double b, double c) { return fma(a, b, c); }
        __device__ inline float2 fuse(float2 a, float2 b, float2 c)   // complex a*b+c
        {
            return { a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y };
        }
        __device__ inline int fuse(int a, int b, int c) { return __mul24(a, b) + c; }

        template <typename T> __device__ T zero() { return T{}; }
    }

    template <typename T>
    __global__ void axpby(std::size_t n, T alpha, const T* x, T beta, T* y, std::ptrdiff_t incx = 1, std::ptrdiff_t incy = 1)
    {
        using detail::fuse;
        for (std::size_t k = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; k < n;
             k += std::size_t(gridDim.x) * blockDim.x)
        {
            T* target = y + (std::ptrdiff_t)k * incy;
            *target = fuse(alpha, x[(std::ptrdiff_t)k * incx], fuse(beta, *target, detail::zero<T>()));
        }
    }
}

template __global__ void blas1::axpby(std::size_t, float, const float*, float, float*, std::ptrdiff_t, std::ptrdiff_t);
template __global__ void blas1::axpby(std::size_t, double, const double*, double, double*, std::ptrdiff_t, std::ptrdiff_t);
template __global__ void blas1::axpby(std::size_t, float2, const float2*, float2, float2*, std::ptrdiff_t, std::ptrdiff_t);
template __global__ void blas1::axpby(std::size_t, int, const int*, int, int*, std::ptrdiff_t, std::ptrdiff_t);
