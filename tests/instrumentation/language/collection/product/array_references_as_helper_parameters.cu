#define TILE 16

typedef float Block[TILE][TILE];
typedef const float *__restrict__ in_ptr;

// tile by reference to an array
template <int H, int W>
__device__ void clear(float (&t)[H][W])
{
    t[threadIdx.y][threadIdx.x] = 0.f;
    static_assert(H * W <= 1024, "a thread for each cell");
}

// tile as an array parameter (really a pointer to rows)
__device__ void load(Block tile, in_ptr g, int ld)
{
    tile[threadIdx.y][threadIdx.x] = g[threadIdx.y * ld + threadIdx.x];
}

// the padded one needs its inner size
__device__ void load_transposed(float tile[][TILE + 1], in_ptr g, int ld)
{
    tile[threadIdx.x][threadIdx.y] = *(g + threadIdx.y * ld + threadIdx.x);
}

// a reference to an element accumulates
__device__ void row_by_row(float &sum, const float *row_a, const float (*tile_b)[TILE + 1])
{
    const float *row_b = tile_b[threadIdx.x];
#pragma unroll
    for (int i = 0; i < TILE; ++i)
        sum += row_a[i] * row_b[i];
}

__global__ void mm_ref(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE];
    __shared__ float tb[TILE][TILE + 1];
    __shared__ Block tc;

    const float *ga = a + blockIdx.y * TILE * n;
    const float *gb = b + blockIdx.x * TILE;
    const float *const stop = ga + n;

    clear(tc);
    for (; ga < stop; ga += TILE, gb += TILE * n)
    {
        load(ta, ga, n);
        load_transposed(tb, gb, n);
        __syncthreads();
        row_by_row(tc[threadIdx.y][threadIdx.x], ta[threadIdx.y], tb);
        __syncthreads();
    }
    (&c[blockIdx.y * TILE * n + blockIdx.x * TILE])[threadIdx.y * n + threadIdx.x] = tc[threadIdx.y][threadIdx.x];
}
