// double2 loads and stores, 2x2 results a thread, 16x16 threads
#include <cuda_runtime.h>

#define BLK      32
#define DEPTH    16
#define LD2(p)   (*reinterpret_cast<const double2 *>(p))
#define ST2(p, v) (*reinterpret_cast<double2 *>(p) = (v))

__global__ void dgemm_pairs(int n, double alpha, const double *__restrict__ a,
                            const double *__restrict__ b, double beta, double *__restrict__ c)
{
    __shared__ __align__(16) double as[DEPTH][BLK + 2];
    __shared__ __align__(16) double bs[DEPTH][BLK];

    const int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    double2 top = make_double2(0., 0.), bottom = top;

    a += (size_t)blockIdx.y * BLK * n;
    b += blockIdx.x * BLK;
    c += (size_t)blockIdx.y * BLK * n + blockIdx.x * BLK;

    for (int k = 0; k < n; k += DEPTH, a += DEPTH, b += (size_t)DEPTH * n) {
        const int ra = t >> 3, ka = (t & 7) << 1;
        const double2 va = LD2(a + (size_t)ra * n + ka);
        as[ka][ra] = va.x;
        as[ka + 1][ra] = va.y;
        ST2(&bs[ty][2 * tx], LD2(&b[(size_t)ty * n + 2 * tx]));
        __syncthreads();

#pragma unroll
        for (int i = 0; i < DEPTH; i++) {
            const double2 u = LD2(&as[i][2 * ty]), v = LD2(&bs[i][2 * tx]);
            top.x = fma(u.x, v.x, top.x);       top.y = fma(u.x, v.y, top.y);
            bottom.x = fma(u.y, v.x, bottom.x); bottom.y = fma(u.y, v.y, bottom.y);
        }
        __syncthreads();
    }

    double *p = c + (size_t)(2 * ty) * n + 2 * tx;
    double2 old = LD2(p);
    ST2(p, make_double2(alpha * top.x + beta * old.x, alpha * top.y + beta * old.y));
    p += n;
    old = LD2(p);
    ST2(p, make_double2(alpha * bottom.x + beta * old.x, alpha * bottom.y + beta * old.y));
}
