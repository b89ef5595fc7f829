// C = A * B^T, where B is stored N by K, walked along two rows at a time.
// A B C: A Bt C
__global__ void matmul_nt(int M, int N, int K, const float* A, const float* Bt, float* C)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    int m = blockIdx.y * blockDim.y + threadIdx.y;
    if (m < M && n < N) {
        const float* a = A + m * K;
        const float* b = Bt + n * K;
        float total = 0.0f;
        for (int k = 0; k < K; ++k) {
            total += a[k] * b[k];
        }
        C[m * N + n] = total;
    }
}
