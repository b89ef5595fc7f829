#include <cuda_runtime.h>

enum : int { TILE = 32, ROWS_AT_ONCE = 8 };

#if TILE_PAD_OFF
#  define PADDING 0
#else
#  define PADDING 1
#endif

template<typename Element>
__global__ void transpose_padded(Element * __restrict__ out, Element const * __restrict__ in,
                                 unsigned width, unsigned height)
    {
    __shared__ Element tile[TILE][TILE + PADDING];

    unsigned x = blockIdx.x * TILE + threadIdx.x;
    unsigned y = blockIdx.y * TILE + threadIdx.y;

    for (unsigned j = 0; j < TILE; j += ROWS_AT_ONCE)
        {
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
        }

    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;

    for (unsigned j = 0; j < TILE; j += ROWS_AT_ONCE)
        {
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }

template __global__ void transpose_padded<double>(double *, double const *, unsigned, unsigned);
