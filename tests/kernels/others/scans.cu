// Running sums.
#define SECTION 32

// A thread for each element.
__global__ void step_by_step(const float *in, float *out, unsigned n)
{
    __shared__ float s[SECTION];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? in[i] : 0.0f;
    for (unsigned far = 1; far < blockDim.x; far *= 2) {
        float before = 0;
        __syncthreads();
        if (threadIdx.x >= far) before = s[threadIdx.x - far];
        __syncthreads();
        s[threadIdx.x] += before;
    }
    if (i < n) out[i] = s[threadIdx.x];
}

// A thread for two: up the tree and down again.
__global__ void up_and_down(const float *in, float *out, unsigned n)
{
    __shared__ float s[SECTION];
    unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[threadIdx.x] = in[i];
    if (i + blockDim.x < n) s[threadIdx.x + blockDim.x] = in[i + blockDim.x];
    for (unsigned far = 1; far <= blockDim.x; far *= 2) {
        __syncthreads();
        unsigned at = (threadIdx.x + 1) * 2 * far - 1;
        if (at < SECTION) s[at] += s[at - far];
    }
    for (unsigned far = SECTION / 4; far > 0; far /= 2) {
        __syncthreads();
        unsigned at = (threadIdx.x + 1) * 2 * far - 1;
        if (at + far < SECTION) s[at + far] += s[at];
    }
    __syncthreads();
    if (i < n) out[i] = s[threadIdx.x];
    if (i + blockDim.x < n) out[i + blockDim.x] = s[threadIdx.x + blockDim.x];
}

__global__ void add_what_was_before(float *out, const float *of_blocks, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += of_blocks[blockIdx.x - 1];
}

__global__ void between_two_halves(int *data, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, now = 0, at = blockIdx.x * blockDim.x + t;
    s[t] = at < n ? data[at] : 0;
    __syncthreads();
    for (int far = 1; far < blockDim.x; far *= 2) {
        const int was = now * blockDim.x;
        now = 1 - now;
        s[now * blockDim.x + t] = s[was + t] + (t >= far ? s[was + t - far] : 0);
        __syncthreads();
    }
    if (at < n) data[at] = s[now * blockDim.x + t];
}
