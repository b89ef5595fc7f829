/* mvmul.cu
 * matrix product the way it was written when compilers were dumb:
 * everything walks through pointers.
 */
#include <stddef.h>

__global__ void mm_walk(float *x, float *y, float *z, int n)
{
    float *p, *q, *end;
    float t;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n * n)
        return;

    p = x + (i / n) * n;        /* start of my row */
    end = p + n;
    q = &y[i % n];              /* top of my column */
    t = 0.0f;
    do {
        t += *p++ * *q;
        q += n;
    } while (p != end);
    *(z + i) = t;
}

/* same, but returns how far it walked, in elements */
__global__ void mm_walk_count(const float *x, const float *y, float *z, long *steps, int n)
{
    const float *p, *q;
    float *r;
    ptrdiff_t walked = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    for (r = z + i; r < z + n * n; r += gridDim.x * blockDim.x) {
        int at = (int)(r - z);
        *r = 0;
        for (p = x + at / n * n, q = y + at % n; q < y + n * n; ++p, q += n)
            *r += *p * *q;
        walked += p - (x + at / n * n);
    }
    steps[i] = walked;
}