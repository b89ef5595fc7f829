// Sums, as courses and tuned libraries write them.
__global__ void neighbours_first(const int *in, int *out)
{
    extern __shared__ int part[];
    const unsigned t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned far = 1; far < blockDim.x; far *= 2) {
        if (t % (2 * far) == 0) part[t] += part[t + far];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

#define EACH 8
#define THREADS 64
__global__ void several_each(const float *in, float *out)
{
    __shared__ float part[THREADS];
    unsigned at = EACH * THREADS * blockIdx.x + threadIdx.x;
    float sum = in[at];
    for (unsigned n = 1; n < EACH; ++n) sum += in[at + n * THREADS];
    part[threadIdx.x] = sum;
    for (unsigned half = blockDim.x / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

template <int kThreads, typename T>
__device__ T sum_of_block(T mine)
{
    __shared__ T of_warp[kThreads / 32];
    for (int far = 16; far; far >>= 1) mine += __shfl_xor_sync(~0u, mine, far);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    T all = 0;
    for (int w = 0; w < kThreads / 32; ++w) all += of_warp[w];
    return all;
}
template <int kThreads, typename T>
__global__ void squares(const T *in, T *out, size_t count)
{
    T mine = 0;
    for (size_t i = blockIdx.x * size_t(kThreads) + threadIdx.x; i < count; i += size_t(gridDim.x) * kThreads)
        mine += in[i] * in[i];
    const T all = sum_of_block<kThreads>(mine);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
template __global__ void squares<64, double>(const double *, double *, size_t);

// No block asks where it is: the whole array is one block's.
__global__ void in_place(float *data, float *sum)
{
    for (unsigned half = blockDim.x; half >= 1; half /= 2) {
        if (threadIdx.x < half) data[threadIdx.x] += data[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) *sum = data[0];
}

__global__ void packed_by_four(const int4 *in, int *out, int quads)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        const int4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int far = warpSize / 2; far > 0; far /= 2) sum += __shfl_down_sync(0xffffffff, sum, far);
    if (threadIdx.x % warpSize == 0) atomicAdd(out, sum);
}
