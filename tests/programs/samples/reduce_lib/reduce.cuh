#ifndef REDUCE_CUH_
#define REDUCE_CUH_

#include <cuda_runtime.h>
#include <stddef.h>

#ifndef REDUCE_BLOCK
#define REDUCE_BLOCK 256
#endif
#ifndef REDUCE_MAX_GRID
#define REDUCE_MAX_GRID 128
#endif

namespace reduce {

template <typename T> struct Sum {
    static __host__ __device__ T init() { return T(0); }
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct Min {
    static __host__ __device__ T init() { return T(1) << 30; }
    __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct BitXor {
    static __host__ __device__ T init() { return T(0); }
    __host__ __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <typename T, typename Op, int BLOCK>
__global__ void pass(const T *in, T *out, size_t n, Op op)
{
    __shared__ T s[BLOCK];
    T a = Op::init();
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (size_t)BLOCK * gridDim.x) a = op(a, in[i]);
    s[threadIdx.x] = a;
#pragma unroll
    for (int w = BLOCK / 2; w > 0; w >>= 1) {
        __syncthreads();
        if (threadIdx.x < w) s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + w]);
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

template <typename T>
struct Workspace {
    T *mem;
    explicit Workspace(int blocks) : mem(NULL) { cudaMalloc((void **)&mem, (blocks + 1) * sizeof(T)); }
    ~Workspace() { cudaFree(mem); }
    T *partial() { return mem + 1; }
    T *result() { return mem; }
};

// Reduces n elements at d_in and returns the value.
template <template <typename> class Op, typename T>
T run(const T *d_in, size_t n, cudaStream_t stream = 0)
{
    size_t want = (n + REDUCE_BLOCK - 1) / REDUCE_BLOCK;
    const int grid = want > REDUCE_MAX_GRID ? REDUCE_MAX_GRID : (int)want;
    Workspace<T> ws(grid);
    T host = Op<T>::init();
    if (grid == 1) {
        pass<T, Op<T>, REDUCE_BLOCK><<<1, REDUCE_BLOCK, 0, stream>>>(d_in, ws.result(), n, Op<T>());
    } else {
        pass<T, Op<T>, REDUCE_BLOCK><<<grid, REDUCE_BLOCK, 0, stream>>>(d_in, ws.partial(), n, Op<T>());
        pass<T, Op<T>, 64><<<1, 64, 0, stream>>>(ws.partial(), ws.result(), grid, Op<T>());
    }
    cudaMemcpyAsync(&host, ws.result(), sizeof(T), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    return host;
}

}  // namespace reduce

#endif  // REDUCE_CUH_
