#include <cuda_runtime.h>
#include <cfloat>
#include <utility>

template <typename V, typename I, int K>
struct TopK
{
    struct Entry { V value; I index; } e[K];

    __device__ void clear()
    {
        for (int i = 0; i < K; ++i) { e[i].value = V(-FLT_MAX); e[i].index = I(-1); }
    }

    __device__ void insert(V v, I i)
    {
        if (!(v > e[K - 1].value)) return;
        int pos = K - 1;
        #pragma unroll
        for (int k = K - 2; k >= 0; --k)
            if (v > e[k].value) { e[k + 1] = e[k]; pos = k; }
        e[pos].value = v;
        e[pos].index = i;
    }
};

template <int K = 8, int Threads = 64>
__global__ void topkRows(const float* __restrict__ scores, int cols, float* outValues, int* outIndices)
{
    using List = TopK<float, int, K>;
    __shared__ List lists[Threads];
    const float* row = scores + blockIdx.x * cols;

    List mine;
    mine.clear();
    for (int c = threadIdx.x; c < cols; c += Threads) mine.insert(row[c], c);
    lists[threadIdx.x] = mine;

    for (int half = Threads / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            for (int k = 0; k < K; ++k) {
                const auto& other = lists[threadIdx.x + half].e[k];
                lists[threadIdx.x].insert(other.value, other.index);
            }
    }
    __syncthreads();

    if (threadIdx.x < K) {
        outValues [blockIdx.x * K + threadIdx.x] = lists[0].e[threadIdx.x].value;
        outIndices[blockIdx.x * K + threadIdx.x] = lists[0].e[threadIdx.x].index;
    }
}

template __global__ void topkRows<>(const float*, int, float*, int*);

// strings of eight characters by score: payload copied bytewise
struct __attribute__((aligned(8))) Name { char text[8]; };

__global__ void bestName(const Name* names, const int* scores, int n, Name* winner, char* initials)
{
    __shared__ long long top;
    if (threadIdx.x == 0) top = -1;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicMax(&top, (long long)scores[i] << 32 | (unsigned)i);
    __syncthreads();
    if (threadIdx.x != 0 || top < 0) return;
    const Name who = names[(unsigned)top];
    memset(winner, '\0', sizeof *winner);
    for (unsigned k = 0; k < umin(sizeof who.text - 1, 7u) && who.text[k] != ' '; ++k) winner->text[k] = who.text[k];
    memcpy(initials, who.text, 2);
}
