// Shorts, and each thread makes one whole row of the result.
// A B C: A B C
__global__ void rowPerThread(const short* A, const short* B, short* C, int M, int N, int K)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < M) {
        for (int col = 0; col < N; ++col) {
            int sum = 0;
            for (int k = 0; k < K; ++k)
                sum += A[row * K + k] * B[k * N + col];
            C[row * N + col] = (short)sum;
        }
    }
}
