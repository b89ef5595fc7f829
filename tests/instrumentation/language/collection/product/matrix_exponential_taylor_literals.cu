// exp(A) by scaling, a Taylor polynomial (Horner) and squaring.
// One block of 16x16 threads, A is 16x16.
#define DIM 0x10
#define SQUARINGS 03

static __device__ const float kInverse[] = {1.f, 1.f, .5f, 3.333333e-1f, 0.25F, 2e-1f, 0x1.555556p-3f, 1.f / 7.f};
constexpr int kOrder = sizeof(kInverse) / sizeof kInverse[0] - 1;

__device__ float cell(const float s[DIM][DIM], const float t[DIM][DIM])
{
    float sum = 0.;
    for (unsigned k = 0u; k < DIM; k += 1u)
        sum += s[threadIdx.y][k] * t[k][threadIdx.x];
    return sum;
}

__global__ void expm(const float *a, float *e, double *trace)
{
    __shared__ float scaled[DIM][DIM], poly[DIM][DIM];
    const int y = threadIdx.y, x = threadIdx.x;
    const float unit = x == y ? 1.0f : 0.0f;
    float v;

    scaled[y][x] = a[y << 4 | x] * 0x1p-3f;     // divided by 2^SQUARINGS
    poly[y][x] = unit;
    __syncthreads();

    // P <- I + (A/i) P,  i = order .. 1
    for (int i = kOrder; i > 0; i--) {
        v = unit + cell(scaled, poly) * kInverse[i];
        __syncthreads(), poly[y][x] = v, __syncthreads();
    }
    for (long long s = 0LL; s < SQUARINGS; ++s) {
        v = cell(poly, poly);
        __syncthreads();
        poly[y][x] = v;
        __syncthreads();
    }
    e[y * DIM + x] = poly[y][x];

    if ((x | y) == 0) {
        double t = 0x0p+0;
        for (unsigned long i = 0ul; i < 1'6UL; ++i) t += poly[i][i];
        *trace = t;
    }
}
