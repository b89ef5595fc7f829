/* my tiled version gives wrong results sometimes, the simple one is right but
   very slow. can anybody see why?? */
#define BS 16

__global__ void tiled(float *a, float *b, float *c, int n)
{
    __shared__ float sa[BS][BS];
    __shared__ float sb[BS][BS];
    __shared__ int steps;

    int row = blockIdx.y * BS + threadIdx.y;
    int col = blockIdx.x * BS + threadIdx.x;
    float tmp = 0;

    steps = n / BS;

    for (int i = 0; i < steps; i++) {
        sa[threadIdx.y][threadIdx.x] = a[row * n + (i * BS + threadIdx.x)];
        sb[threadIdx.y][threadIdx.x] = b[(i * BS + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < BS; k++)
            tmp += sa[threadIdx.y][k] * sb[k][threadIdx.x];
        // <- something missing here?
    }
    c[row * n + col] = tmp;
}

__global__ void simple(float *a, float *b, float *c, int n)
{
    // x is the row here
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;

    c[row * n + col] = 0;
    for (int k = 0; k < n; k++)
        c[row * n + col] += a[row * n + k] * b[k * n + col];
}

/* every thread of the block adds to the same sum without protection */
__global__ void one_element_per_block(float *a, float *b, float *c, int n)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        sum += a[blockIdx.y * n + k] * b[k * n + blockIdx.x];
    __syncthreads();
    c[blockIdx.y * n + blockIdx.x] = sum;
}
