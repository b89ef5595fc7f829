/* Sparse matrix times vector, compressed rows.
 *   spmv_csr_scalar: a thread per row
 *   spmv_csr_vector: a warp per row
 */
#define FULL 0xffffffffu

__global__ void spmv_csr_scalar(int num_rows, const int *ptr, const int *indices,
                                const float *data, const float *x, float *y)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < num_rows) {
        float dot = 0;
        int row_start = ptr[row], row_end = ptr[row + 1];
        for (int jj = row_start; jj < row_end; jj++)
            dot += data[jj] * x[indices[jj]];
        y[row] += dot;
    }
}

__global__ void spmv_csr_vector(int num_rows, const int *ptr, const int *indices,
                                const float *data, const float *x, float *y)
{
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    int warp_id = thread_id / warpSize;
    int lane = thread_id & (warpSize - 1);

    if (warp_id >= num_rows)
        return;                        /* whole warps leave together */

    float v = 0.f;
    for (int jj = ptr[warp_id] + lane; jj < ptr[warp_id + 1]; jj += warpSize)
        v += data[jj] * __ldg(&x[__ldg(indices + jj)]);

    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(FULL, v, d);

    if (lane == 0)
        y[warp_id] = v;
}