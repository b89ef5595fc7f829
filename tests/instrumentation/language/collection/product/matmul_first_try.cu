// my first kernel!!
// multiplies two square matrices, N has to be a multiple of 16
__global__ void matmul(float *a, float *b, float *c, int N)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    float sum;
    sum = 0;
    int k;
    for (k = 0; k < N; k++)
    {
        sum = sum + a[i * N + k] * b[k * N + j];
    }
    c[i * N + j] = sum;   // no if here, grid fits exactly
}

// launch: matmul<<<dim3(N/16, N/16), dim3(16, 16)>>>(a, b, c, N);