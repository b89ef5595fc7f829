// SGEMM with alpha and beta: C = alpha * A * B + beta * C.
// A B C: A B C
__global__ void sgemm(int M, int N, int K, float alpha, const float* A, const float* B,
                      float beta, float* C)
{
    const unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < N && y < M) {
        float tmp = 0.0f;
        for (int i = 0; i < K; ++i)
            tmp += A[y * K + i] * B[i * N + x];
        C[y * N + x] = alpha * tmp + beta * C[y * N + x];
    }
}
