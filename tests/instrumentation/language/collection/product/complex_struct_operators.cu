// Complex arithmetic by hand, so that the kernel reads like the formula.
struct cplx {
    double re, im;

    __host__ __device__ cplx() : re(0.), im(0.) {}
    __host__ __device__ cplx(double r, double i = 0.) : re(r), im(i) {}

    __host__ __device__ cplx &operator+=(const cplx &o) { re += o.re; im += o.im; return *this; }
    __host__ __device__ cplx conj() const { return cplx(re, -im); }
    __host__ __device__ double norm2() const { return re * re + im * im; }
};

__host__ __device__ inline cplx operator*(const cplx &a, const cplx &b)
{
    return cplx(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

__host__ __device__ inline cplx operator+(cplx a, const cplx &b) { return a += b; }

// C = A * B^H (B conjugated and transposed), and |C|^2 beside it
__global__ void zgemm_nh(int m, int n, int k, cplx alpha,
                         const cplx *A, const cplx *B, cplx *C, double *power)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < m && col < n)
    {
        cplx sum;
        for (int l = 0; l < k; ++l)
            sum += A[row * k + l] * B[col * k + l].conj();
        sum = alpha * sum;
        C[row * n + col] = sum;
        power[row * n + col] = sum.norm2();
    }
}

// multiplication by i^quarter, in place
__global__ void zrotate(cplx *C, int count, unsigned quarter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    cplx z = C[i];
    switch (quarter & 3u)
    {
    case 1u: C[i] = cplx(-z.im, z.re); break;
    case 2u: C[i] = cplx(-z.re, -z.im); break;
    case 3u: C[i] = cplx(z.im, -z.re); break;
    default: break;
    }
}
