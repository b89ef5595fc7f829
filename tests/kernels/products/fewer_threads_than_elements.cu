// A grid-stride loop over every element, launched by its host with fewer threads than elements.
// A B C: A B C
__global__ void strideOverOutputs(const float* A, const float* B, float* C, int M, int N, int K)
{
    int stride = gridDim.x * blockDim.x;
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < M * N; e += stride) {
        int row = e / N;
        int col = e - row * N;
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * K + k] * B[k * N + col];
        C[e] = sum;
    }
}

void strided(const float* A, const float* B, float* C, int M, int N, int K)
{
    strideOverOutputs<<<2, 32>>>(A, B, C, M, N, K);
}
