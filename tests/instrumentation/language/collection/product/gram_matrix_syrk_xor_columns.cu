// G = X X^T, only blocks on and below the diagonal are computed; the tile is
// kept without padding, columns are XORed to avoid bank conflicts.
static const unsigned W = 32u;

#define SWZ(r, c) ((r) * W + ((c) ^ (r)))

__global__ void syrk(const float* X, float* G, unsigned n, unsigned d)
{
    if (blockIdx.x > blockIdx.y) return;        // uniform for the block

    __shared__ float left[W * W];
    __shared__ float right[W * W];
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    const unsigned i = blockIdx.y * W + ty;
    const unsigned j = blockIdx.x * W + ty;     // row of X for the right-hand tile
    float g = 0;

    for (unsigned t = 0; t < d; t += W)
    {
        left [SWZ(ty, tx)] = (i < n) & (t + tx < d) ? X[i * d + t + tx] : 0;
        right[SWZ(ty, tx)] = (j < n) & (t + tx < d) ? X[j * d + t + tx] : 0;
        __syncthreads();
        for (unsigned k = 0; k < W; ++k)
            g += left[SWZ(ty, k)] * right[SWZ(tx, k)];
        __syncthreads();
    }

    const unsigned col = blockIdx.x * W + tx;
    if (i < n && col <= i)
    {
        G[i * n + col] = g;
        G[col * n + i] = g;
    }
}
