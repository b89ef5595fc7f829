// Pictures and texts, byte by byte.
__global__ void grey(const uchar3 *in, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const uchar3 p = in[y * width + x];
    out[y * width + x] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}
#define RADIUS 2
__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];
__global__ void masked(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int i = -RADIUS; i <= RADIUS; ++i)
        for (int j = -RADIUS; j <= RADIUS; ++j)
            if (y + i >= 0 && y + i < height && x + j >= 0 && x + j < width)
                sum += mask[i + RADIUS][j + RADIUS] * in[(y + i) * width + x + j];
    out[y * width + x] = sum;
}
__global__ void set_of_mandelbrot(unsigned char *out, int width, int height, float left, float top, float step, int most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    if (x >= width || y >= height) return;
    float a = 0, b = 0;
    while (a * a + b * b < 4 && n < most) {
        float next = a * a - b * b + left + x * step;
        b = 2 * a * b + top + y * step;
        a = next;
        ++n;
    }
    out[y * width + x] = n;
}
template <typename T, int kWide, int kHigh>
__global__ void turned(const T *__restrict__ in, T *__restrict__ out, int rows, int cols)
{
    __shared__ T s[kHigh][kWide + 1];
    int x = blockIdx.x * kWide + threadIdx.x, y = blockIdx.y * kHigh + threadIdx.y;
    if (y < rows && x < cols) s[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    int flat = threadIdx.y * kWide + threadIdx.x, b = flat % kHigh, a = flat / kHigh;
    x = blockIdx.x * kWide + a, y = blockIdx.y * kHigh + b;
    if (y < rows && x < cols) out[x * rows + y] = s[b][a];
}
template __global__ void turned<float, 16, 8>(const float *, float *, int, int);

__global__ void letters(const char *text, int length, unsigned *count)
{
    __shared__ unsigned s[26];
    for (int n = threadIdx.x; n < 26; n += blockDim.x) s[n] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) atomicAdd(&s[letter], 1u);
    }
    __syncthreads();
    for (int n = threadIdx.x; n < 26; n += blockDim.x) atomicAdd(&count[n], s[n]);
}
__global__ void occurrences(const char *text, int n, const char *word, int m, int *at)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m) return;
    int k = 0;
    while (k < m && text[i + k] == word[k]) ++k;
    at[i] = k == m;
}
__global__ void last_few(const float *in, float *out, int n, int window)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = max(0, i - window + 1); k <= i; ++k) sum += in[k];
    out[i] = sum / min(window, i + 1);
}
__global__ void kept_in_any_order(const int *in, int *out, int *count, int n)
{
    __shared__ int mine, base;
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = 0;
    if (threadIdx.x == 0) mine = 0;
    __syncthreads();
    bool keeps = i < n && in[i] % 3 == 0;
    if (keeps) at = atomicAdd(&mine, 1);
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(count, mine);
    __syncthreads();
    if (keeps) out[base + at] = in[i];
}
