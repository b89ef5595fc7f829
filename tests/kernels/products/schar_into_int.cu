// Eight-bit whole numbers summed into 32 bits, as quantized networks do.
// A B C: act wgt out
__global__ void igemm_s8(const signed char* __restrict__ act, const signed char* __restrict__ wgt,
                         int* __restrict__ out, int rows, int cols, int depth)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) {
        int acc = 0;
        for (int d = 0; d < depth; ++d) {
            int x = act[r * depth + d];
            int y = wgt[d * cols + c];
            acc += x * y;
        }
        out[r * cols + c] = acc;
    }
}
