// Parts of sorts.
__global__ void exchange(float *v, int far, int size)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ far;
    if (other <= i) return;
    const bool up = (i & size) == 0;
    if ((v[i] > v[other]) == up) {
        float t = v[i];
        v[i] = v[other];
        v[other] = t;
    }
}

// Two keys a thread.
#define KEYS 128
__global__ void sort_of_a_block(unsigned *key)
{
    __shared__ unsigned s[KEYS];
    unsigned t = threadIdx.x;
    key += blockIdx.x * KEYS;
    s[t] = key[t];
    s[t + KEYS / 2] = key[t + KEYS / 2];
    for (unsigned size = 2; size <= KEYS; size *= 2)
        for (unsigned far = size / 2; far > 0; far /= 2) {
            __syncthreads();
            unsigned at = 2 * t - (t & (far - 1));
            bool up = (at & size) == 0;
            if ((s[at] > s[at + far]) == up) {
                unsigned k = s[at];
                s[at] = s[at + far];
                s[at + far] = k;
            }
        }
    __syncthreads();
    key[t] = s[t];
    key[t + KEYS / 2] = s[t + KEYS / 2];
}

__global__ void count_digits(const unsigned *key, unsigned *count, int n, int shift)
{
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&s[key[i] >> shift & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16) count[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

__global__ void merge_pairs(const float *from, float *to, int n, int width)
{
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * width;
    if (begin >= n) return;
    int middle = min(begin + width, n), end = min(begin + 2 * width, n), i = begin, j = middle;
    for (int k = begin; k < end; ++k) to[k] = i < middle && (j >= end || from[i] <= from[j]) ? from[i++] : from[j++];
}

__global__ void where_it_belongs(const int *sorted, int n, const int *wanted, int *at, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < wanted[i]) low = middle + 1;
        else high = middle;
    }
    at[i] = low;
}
