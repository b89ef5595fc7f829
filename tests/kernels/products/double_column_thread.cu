// Doubles, and each thread makes one whole column of the result.
// A B C: A B C
__global__ void columnPerThread(double* C, const double* A, const double* B, int M, int K, int N)
{
    const int col = threadIdx.x + blockIdx.x * blockDim.x;
    if (col >= N) return;
    for (int row = 0; row < M; ++row) {
        double s = 0.0;
        for (int k = 0; k < K; ++k) {
            s += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = s;
    }
}
