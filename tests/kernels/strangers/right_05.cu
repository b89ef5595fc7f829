#include <cuda_runtime.h>

// Strided batched product: out[s] = lhs[s] * rhs[s], every slice row-major.
template <typename T, int W>
__global__ void batched_product(const T* lhs, long long lhs_step,
                                const T* rhs, long long rhs_step,
                                T* out, long long out_step,
                                int rows, int inner, int cols, int batch)
{
    __shared__ T tl[W][W];
    __shared__ T tr[W][W];
    const int lx = threadIdx.x, ly = threadIdx.y;
    const int r = blockIdx.y * W + ly;
    const int q = blockIdx.x * W + lx;

    for (int s = blockIdx.z; s < batch; s += gridDim.z) {
        const T* pl = lhs + s * lhs_step;
        const T* pr = rhs + s * rhs_step;
        T acc = T(0);
        for (int base = 0; base < inner; base += W) {
            tl[ly][lx] = (r < rows && base + lx < inner) ? pl[r * inner + base + lx] : T(0);
            tr[ly][lx] = (base + ly < inner && q < cols) ? pr[(base + ly) * cols + q] : T(0);
            __syncthreads();
            #pragma unroll
            for (int e = 0; e < W; ++e)
                acc += tl[ly][e] * tr[e][lx];
            __syncthreads();
        }
        if (r < rows && q < cols)
            out[s * out_step + r * cols + q] = acc;
    }
}

template <typename T>
cudaError_t run_batched(const T* lhs, const T* rhs, T* out,
                        int rows, int inner, int cols, int batch, cudaStream_t stream)
{
    constexpr int W = 16;
    dim3 block(W, W);
    dim3 grid((cols + W - 1) / W, (rows + W - 1) / W, batch < 65535 ? batch : 65535);
    batched_product<T, W><<<grid, block, 0, stream>>>(
        lhs, (long long)rows * inner, rhs, (long long)inner * cols,
        out, (long long)rows * cols, rows, inner, cols, batch);
    return cudaGetLastError();
}

template cudaError_t run_batched<float>(const float*, const float*, float*, int, int, int, int, cudaStream_t);
template cudaError_t run_batched<double>(const double*, const double*, double*, int, int, int, int, cudaStream_t);
