// Whole numbers and a constexpr tile, with the number of phases rounded up.
// A B C: a b c
constexpr int kTile = 4;

__global__ void intTiled(const int* a, const int* b, int* c, int m, int n, int k)
{
    __shared__ int sa[kTile][kTile];
    __shared__ int sb[kTile][kTile];
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int row = blockIdx.y * kTile + ty;
    const int col = blockIdx.x * kTile + tx;
    int acc = 0;
    const int phases = (k + kTile - 1) / kTile;
    for (int ph = 0; ph < phases; ++ph) {
        const int ac = ph * kTile + tx;
        const int br = ph * kTile + ty;
        sa[ty][tx] = row < m && ac < k ? a[row * k + ac] : 0;
        sb[ty][tx] = br < k && col < n ? b[br * n + col] : 0;
        __syncthreads();  // filled
#pragma unroll
        for (int i = 0; i < kTile; ++i)
            acc += sa[ty][i] * sb[i][tx];
        __syncthreads();  // used
    }
    if (row < m && col < n)
        c[row * n + col] = acc;
}
