#include <cfloat>
#include <climits>

namespace red {

struct Plus  { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
struct Larger { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct Smaller
{
    __device__ int   operator()(int a, int b) const { return min(a, b); }
    __device__ float operator()(float a, float b) const { return fminf(a, b); }
};

template <class T, class Op> struct Neutral;
template <class T> struct Neutral<T, Plus> { __device__ static constexpr T value() { return T(0); } };
template <> struct Neutral<int, Larger>     { __device__ static constexpr int value() { return INT_MIN; } };
template <> struct Neutral<float, Larger>   { __device__ static constexpr float value() { return -FLT_MAX; } };
template <> struct Neutral<int, Smaller>    { __device__ static constexpr int value() { return INT_MAX; } };
template <> struct Neutral<float, Smaller>  { __device__ static constexpr float value() { return FLT_MAX; } };

constexpr int WARP = 32;
constexpr unsigned FULL = 0xffffffffu;

template <class Op, class T>
__device__ inline T warpFold(T v, Op op = Op())
{
#pragma unroll
    for (int d = WARP >> 1; d; d >>= 1)
        v = op(v, __shfl_down_sync(FULL, v, d));
    return v;
}

template <class Op, class T>
__device__ T blockFold(T v)
{
    __shared__ T perWarp[WARP];
    const int lane = threadIdx.x & (WARP - 1), wid = threadIdx.x / WARP;
    v = warpFold<Op>(v);
    if (lane == 0) perWarp[wid] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / WARP ? perWarp[lane] : Neutral<T, Op>::value();
    if (wid == 0) v = warpFold<Op>(v);
    return v;
}

template <class T, class Op>
__global__ void fold(const T* __restrict__ src, T* __restrict__ dst, int n)
{
    T mine = Neutral<T, Op>::value();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine = Op()(mine, src[i]);
    mine = blockFold<Op>(mine);
    if (threadIdx.x == 0) dst[blockIdx.x] = mine;
}

template __global__ void fold<float, Larger>(const float*, float*, int);
template __global__ void fold<int, Smaller>(const int*, int*, int);
template __global__ void fold<float, Plus>(const float*, float*, int);

} // namespace red
