// Y = S * X with S sparse (CSR) and X, Y dense and row-major
#include <cstdint>

using index_t = std::uint32_t;

struct CsrView {
    const index_t* offsets;
    const index_t* columns;
    const float*   values;
    index_t rows;

    __device__ index_t begin(index_t r) const { return offsets[r]; }
    __device__ index_t end(index_t r) const { return offsets[r + 1]; }
};

template <int COLS_PER_THREAD>
__global__ void spmm(CsrView S, const float* X, float* Y, index_t width)
{
    const index_t row = blockIdx.y * blockDim.y + threadIdx.y;
    const index_t c0  = (blockIdx.x * blockDim.x + threadIdx.x) * COLS_PER_THREAD;
    if (row >= S.rows) return;

    float acc[COLS_PER_THREAD] = {};
    for (index_t e = S.begin(row), stop = S.end(row); e != stop; ++e) {
        const float  v   = S.values[e];
        const float* src = X + S.columns[e] * width + c0;
        _Pragma("unroll")
        for (int c = 0; c < COLS_PER_THREAD; ++c)
            if (c0 + c < width) acc[c] += v * src[c];
    }
    for (int c = 0; c < COLS_PER_THREAD && c0 + c < width; ++c)
        Y[row * width + c0 + c] = acc[c];
}

template __global__ void spmm<4>(CsrView, const float*, float*, index_t);
