// The product is added to what C already holds: C += A * B.
// A B C: A B C
__global__ void accumulateInto(float* C, const float* A, const float* B, int M, int N, int K)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < M && j < N) {
        float delta = 0.0f;
        for (int p = 0; p < K; ++p)
            delta += A[i * K + p] * B[p * N + j];
        C[i * N + j] += delta;
    }
}
