/* One level of Strassen: sums of quarters, seven products, recombination.
   All quarters are h x h views into matrices with row length ld. */

#define COORDS(h)                                            \
    const int r = blockIdx.y * blockDim.y + threadIdx.y;     \
    const int c = blockIdx.x * blockDim.x + threadIdx.x;     \
    if (r >= (h) || c >= (h)) return

typedef struct quarter { const double *p; int ld; } quarter;

static __device__ double q_get(quarter q, int r, int c) { return q.p[r * q.ld + c]; }

/* out = x + sign*y */
__global__ void q_sum(quarter x, quarter y, int sign, double *out, int h)
{
    COORDS(h);
    out[r * h + c] = q_get(x, r, c) + sign * q_get(y, r, c);
}

/* m = x * y */
__global__ void q_mul(quarter x, quarter y, double *m, int h)
{
    COORDS(h);
    double t = 0.;
    for (int k = 0; k < h; ++k)
        t += q_get(x, r, k) * q_get(y, k, c);
    m[r * h + c] = t;
}

/* m1..m7 lie one after the other in m */
__global__ void q_combine(const double *m, double *out, int h, int ld)
{
    COORDS(h);
    double v[8];
    const double *src = m + r * h + c;
    for (int i = 1; i <= 7; ++i, src += h * h)
        v[i] = *src;
    out[r * ld + c]             = v[1] + v[4] - v[5] + v[7];
    out[r * ld + c + h]         = v[3] + v[5];
    out[(r + h) * ld + c]       = v[2] + v[4];
    out[(r + h) * ld + c + h]   = v[1] - v[2] + v[3] + v[6];
}
