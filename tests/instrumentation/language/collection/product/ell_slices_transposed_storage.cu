// ELLPACK: every row has `width` slots, slot s of row r at s*pitch + r, unused
// slots have column -1.
const int kNone = -1;

__global__ void ell_mv(const double *val, const int *col, const double *x, double *y,
                       const int rows, const int width, const long pitch,
                       const double alpha, const double beta) {
    for (long r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += blockDim.x * gridDim.x) {
        double s{0.};
        for (int slot = 0; slot < width; ++slot) {
            const int c = col[slot * pitch + r];
            if (c == kNone) break;
            if (c < 0) continue;         // deleted entry, keep going
            s = fma(val[slot * pitch + r], x[c], s);
        }
        y[r] = alpha * s + beta * y[r];
    }
}

// width 4, integers, for small stencils: four columns at once
__global__ void ell4_mv_int(const int4 *val, const int4 *col, const int *x, long long *y, int rows) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        const int4 c = col[r], v = val[r];
        y[r] = 1LL * v.x * x[c.x] + 1LL * v.y * x[c.y] + 1LL * v.z * x[c.z] - -1LL * v.w * x[c.w];
    }
}

__global__ void ell_diagonal(const double *val, const int *col, double *diag,
                             int rows, int width, long pitch) {
    long r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    int slot = -1;
    while (++slot < width && col[slot * pitch + r] != r) {}
    diag[r] = slot < width ? val[slot * pitch + r] : 0.;
}
