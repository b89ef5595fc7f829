// 64-bit whole numbers, and the loop over k runs down to zero.
// A B C: A B C
__global__ void downwards(const long long* A, const long long* B, long long* C,
                          int M, int N, int K)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < M && j < N) {
        long long sum = 0;
        for (int k = K - 1; k >= 0; --k)
            sum += A[i * K + k] * B[k * N + j];
        C[i * N + j] = sum;
    }
}
