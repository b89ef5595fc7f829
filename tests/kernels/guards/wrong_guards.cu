// Each lets one thread too many through. With as many threads as elements none of them would.
__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) c[i] = a[i] + b[i];
}
__global__ void scale(float *x, float s, int nq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > nq) return;
    x[i] *= s;
}
__global__ void negative(const unsigned char *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > width || y >= height) return;
    out[y * width + x] = 255 - in[y * width + x];
}
__global__ void in_steps(int n, float a, const float *x, float *y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}
__global__ void sum(const float *in, float *out, int n)
{
    __shared__ float s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = i <= n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void transpose(const float *in, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r <= rows && c < cols) out[c * rows + r] = in[r * cols + c];
}
