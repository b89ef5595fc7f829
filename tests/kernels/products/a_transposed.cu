// C = A^T * B, where A is stored K by M, one thread per element.
// A B C: At B C
__global__ void matmul_tn(const float* __restrict__ At, const float* __restrict__ B,
                          float* __restrict__ C, int M, int N, int K)
{
    int m = blockIdx.y * blockDim.y + threadIdx.y;
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (m < M && n < N) {
        float total = 0.0f;
        for (int k = 0; k < K; ++k)
            total += At[k * M + m] * B[k * N + n];
        C[m * N + n] = total;
    }
}
