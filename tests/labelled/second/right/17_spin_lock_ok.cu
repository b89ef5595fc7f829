#include <cstdio>
#include <cuda_runtime.h>

struct Stats {
    double sum;
    float  lo, hi;
    int    count;
};

struct Lock {
    int *mutex;
    __device__ void acquire() {
        while (atomicCAS(mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __device__ void release() {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

__global__ void gather(const float *x, int n, volatile Stats *st, Lock lock)
{
    __shared__ float  lo[128], hi[128];
    __shared__ double sum[128];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int valid = min(128, n - (int)(blockIdx.x * blockDim.x));

    float v = i < n ? x[i] : x[n - 1];
    lo[t] = v;
    hi[t] = v;
    sum[t] = i < n ? v : 0.0;
    __syncthreads();
    for (int s = 64; s; s >>= 1) {
        if (t < s) {
            lo[t] = fminf(lo[t], lo[t + s]);
            hi[t] = fmaxf(hi[t], hi[t + s]);
            sum[t] += sum[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        lock.acquire();
        st->sum += sum[0];
        if (lo[0] < st->lo) st->lo = lo[0];
        if (hi[0] > st->hi) st->hi = hi[0];
        st->count += valid;
        lock.release();
    }
}

int main()
{
    const int n = 2500;
    float *x;
    Stats *st;
    Lock lock;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&st, sizeof(Stats));
    cudaMalloc(&lock.mutex, sizeof(int));
    cudaMemset(lock.mutex, 0, sizeof(int));
    for (int i = 0; i < n; ++i) x[i] = (float)((i * 17) % 251);
    st->sum = 0; st->lo = 1e9f; st->hi = -1e9f; st->count = 0;

    gather<<<(n + 127) / 128, 128>>>(x, n, st, lock);
    cudaDeviceSynchronize();
    printf("%d values, %.1f in [%g, %g]\n", st->count, st->sum, st->lo, st->hi);
    return st->count == n ? 0 : 1;
}
