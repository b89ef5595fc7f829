// Overlap of two sets of complex states:  overlap = Psi^dagger * Phi
// psi     : column-major, npts x nbra, leading dimension ldpsi
// phi     : column-major, npts x nket, leading dimension ldphi
// overlap : column-major, nbra x nket, leading dimension ldo
// block (16,16), grid (ceil(nbra/16), ceil(nket/16)); dv is the volume element
#define TB 16

__global__ void overlap_matrix(const float2 *psi, int ldpsi,
                               const float2 *phi, int ldphi,
                               float2 *overlap, int ldo,
                               int npts, int nbra, int nket, float dv)
{
    __shared__ float2 bra[TB][TB + 1];
    __shared__ float2 ket[TB][TB + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int i0 = blockIdx.x * TB, j0 = blockIdx.y * TB;
    const float2 zero = make_float2(0.f, 0.f);
    float re = 0.f, im = 0.f;

    for (int r0 = 0; r0 < npts; r0 += TB) {
        const int r = r0 + tx;
        bra[ty][tx] = (r < npts && i0 + ty < nbra) ? psi[r + (size_t)(i0 + ty) * ldpsi] : zero;
        ket[ty][tx] = (r < npts && j0 + ty < nket) ? phi[r + (size_t)(j0 + ty) * ldphi] : zero;
        __syncthreads();
        for (int s = 0; s < TB; ++s) {
            const float2 u = bra[tx][s];
            const float2 v = ket[ty][s];
            re += u.x * v.x + u.y * v.y;     // conj(u) * v
            im += u.x * v.y - u.y * v.x;
        }
        __syncthreads();
    }

    const int i = i0 + tx, j = j0 + ty;
    if (i < nbra && j < nket)
        overlap[i + (size_t)j * ldo] = make_float2(re * dv, im * dv);
}
