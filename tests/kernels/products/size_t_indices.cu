// Every index is a size_t, and two partial sums take turns over a depth of any length.
// A B C: A B C
__global__ void wideIndices(const float* A, const float* B, float* C, size_t M, size_t N, size_t K)
{
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N) return;
    float even = 0.0f, odd = 0.0f;
    size_t k = 0;
    for (; k + 1 < K; k += 2) {
        even += A[row * K + k] * B[k * N + col];
        odd += A[row * K + k + 1] * B[(k + 1) * N + col];
    }
    if (k < K)
        even += A[row * K + k] * B[k * N + col];
    C[row * N + col] = even + odd;
}
