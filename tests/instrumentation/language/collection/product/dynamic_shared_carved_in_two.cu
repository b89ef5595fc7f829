// Tile size is chosen at launch time: blockDim.x == blockDim.y == tile
// Shared memory to pass: 2 * tile * tile * sizeof(float)

extern __shared__ float s[];

__global__ void mmDyn(const float* __restrict__ d_a,
                      const float* __restrict__ d_b,
                      float* __restrict__ d_c,
                      unsigned m, unsigned n, unsigned k)
{
    const unsigned tile = blockDim.x;
    float* As = s;
    float* Bs = &s[tile * tile];

    const unsigned lx = threadIdx.x, ly = threadIdx.y;
    const unsigned gx = blockIdx.x * tile + lx;
    const unsigned gy = blockIdx.y * tile + ly;
    const unsigned mine = ly * tile + lx;

    float r = 0.f;
    for (unsigned base = 0u; base < k; base += tile)
    {
        As[mine] = (gy < m && base + lx < k) ? d_a[gy * k + (base + lx)] : 0.f;
        Bs[mine] = (gx < n && base + ly < k) ? d_b[(base + ly) * n + gx] : 0.f;
        __syncthreads();
        #pragma unroll 4
        for (unsigned t = 0u; t < tile; ++t)
            r = fmaf(As[ly * tile + t], Bs[t * tile + lx], r);
        __syncthreads();
    }
    if (gx < n && gy < m)
        d_c[gy * n + gx] = r;
}
