/** Many small products: batch number = blockIdx.z.
 *  A stride of 0 shares one matrix among the whole batch. */
__global__ void batched_mm(float const *A, long long strideA,
                           float const *B, long long strideB,
                           float       *C, long long strideC,
                           int3 dims, int batchCount)
{
    A += blockIdx.z * strideA;
    B += blockIdx.z * strideB;
    C += blockIdx.z * strideC;

    for (int z = blockIdx.z; z < batchCount; z += gridDim.z)
    {
        int y = blockIdx.y * blockDim.y + threadIdx.y;
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        if (y < dims.x && x < dims.y)
        {
            float s = .0f;
            for (int k = 0; k < dims.z; ++k)
                s += A[y * dims.z + k] * B[k * dims.y + x];
            C[y * dims.y + x] = s;
        }
        A += gridDim.z * strideA;
        B += gridDim.z * strideB;
        C += gridDim.z * strideC;
    }
}

/* 4x4 matrices, 16 threads each, threadIdx.z picks the matrix of the block */
__global__ void batched_4x4(const float (*a)[4][4], const float (*b)[4][4], float (*c)[4][4], int count)
{
    __shared__ float sa[16][4][4], sb[16][4][4];
    int which = blockIdx.x * 16 + threadIdx.z, x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    bool inside = which < count;
    if (inside) {
        sa[z][y][x] = a[which][y][x];
        sb[z][y][x] = b[which][y][x];
    }
    __syncthreads();
    if (inside)
        c[which][y][x] = sa[z][y][0] * sb[z][0][x] + sa[z][y][1] * sb[z][1][x]
                       + sa[z][y][2] * sb[z][2][x] + sa[z][y][3] * sb[z][3][x];
}

void launch(float *a, float *b, float *c, int m, int n, int k, int batch)
{
    dim3 block(16, 4, 1), grid((n + 15) / 16, (m + 3) / 4, batch < 65535 ? batch : 65535);
    batched_mm<<<grid, block>>>(a, (long long)m * k, b, (long long)k * n, c, (long long)m * n,
                                make_int3(m, n, k), batch);
}
