// Column-major matrices with leading dimensions, as BLAS has them, and a host launcher.
// A B C: B A C
__global__ void gemm_colmajor(int M, int N, int K, const float* A, int lda,
                              const float* B, int ldb, float* C, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < M && j < N) {
        float dot = 0.0f;
        for (int l = 0; l < K; ++l)
            dot += A[i + l * lda] * B[l + j * ldb];
        C[i + j * ldc] = dot;
    }
}

int main()
{
    const int M = 10, N = 6, K = 7;
    float *A, *B, *C;
    cudaMalloc(&A, M * K * sizeof(float));
    cudaMalloc(&B, K * N * sizeof(float));
    cudaMalloc(&C, M * N * sizeof(float));
    dim3 block(4, 4);
    dim3 grid((M + 3) / 4, (N + 3) / 4);
    gemm_colmajor<<<grid, block>>>(M, N, K, A, M, B, K, C, M);
    cudaDeviceSynchronize();
    return 0;
}
