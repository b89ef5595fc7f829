// The sides and the pointers come in an odd order: K, the result, N, B, M, A.
// A B C: A B C
__global__ void oddlyOrdered(int K, float* C, int N, const float* B, int M, const float* A)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float value = 0.0f;
        int k = 0;
        while (k < K) {
            value += A[row * K + k] * B[k * N + col];
            k = k + 1;
        }
        C[row * N + col] = value;
    }
}
