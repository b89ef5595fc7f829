#include <cuda_runtime.h>
#include <math.h>
#include <assert.h>

#define N 16
#define A(r, c) a[(r) * N + (c)]

// In-place Cholesky of many N x N matrices, one warp-sized block each; info = failing column + 1
__global__ void cholesky_batched(float* matrices, int* info)
{
    __shared__ float s[N][N + 1];
    float* a = matrices + blockIdx.x * (N * N);
    const int t = threadIdx.x;
    assert(blockDim.x == 32);

    for (int k = t; k < N * N; k += 32) s[k / N][k % N] = a[k];
    __syncwarp();

    int bad = 0;
    for (int j = 0; j < N; ++j) {
        if (s[j][j] <= 0.f) { bad = j + 1; break; }
        const float d = sqrtf(s[j][j]);
        __syncwarp();
        if (t == j) s[j][j] = d;
        else if (t > j && t < N) s[t][j] /= d;
        __syncwarp();
        if (t > j && t < N)
            for (int c = j + 1; c <= t; ++c) s[t][c] -= s[t][j] * s[c][j];
        __syncwarp();
    }
    if (t == 0) info[blockIdx.x] = bad;
    for (int k = t; k < N * N; k += 32) A(k / N, k % N) = k % N <= k / N ? s[k / N][k % N] : 0.f;
}

#undef A
#define A(r, c) lu[(size_t)(c) * lda + (r)]      /* column major now */

/* one right-looking LU step without pivoting; launch for k = 0 .. n-2 */
extern "C" __global__ void lu_scale_column(double* lu, int lda, int n, int k)
{
    const int r = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n) A(r, k) /= A(k, k);
}

extern "C" __global__ void lu_update_trailing(double* lu, int lda, int n, int k)
{
    const int r = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int c = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < n) A(r, c) -= A(r, k) * A(k, c);
}

/* largest element of L times U against the input, to see the growth; double max through its bits */
__global__ void lu_growth(const double2* lu_pairs, unsigned long long* bits_of_max, int count, int* nan_seen)
{
    unsigned long long here = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < count; i += blockDim.x * gridDim.x) {
        const double2 p = lu_pairs[i];
        if (isnan(p.x) || isnan(p.y)) { atomicXor(nan_seen, 1); continue; }
        const double m = fmax(fabs(p.x), fabs(p.y));
        here = max(here, (unsigned long long)__double_as_longlong(m));
    }
    for (int d = 1; d < 32; d *= 2) {
        const unsigned long long below = __shfl_up_sync(~0u, here, d);
        if (below > here) here = below;
    }
    if (threadIdx.x % 32 == 31) atomicMax(bits_of_max, here);
}
