// Both tiles lie in one dynamic shared array, whose bytes the host launcher gives.
// A B C: A B C
__global__ void dynamicTiles(const float* A, const float* B, float* C, int M, int N, int K)
{
    extern __shared__ float pool[];
    const int w = blockDim.x;
    float* ta = pool;
    float* tb = pool + w * w;
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * w + y, col = blockIdx.x * w + x;
    float sum = 0.0f;
    for (int p = 0; p < (K + w - 1) / w; ++p) {
        ta[y * w + x] = 0.0f;
        tb[y * w + x] = 0.0f;
        if (row < M && p * w + x < K) ta[y * w + x] = A[row * K + p * w + x];
        if (col < N && p * w + y < K) tb[y * w + x] = B[(p * w + y) * N + col];
        __syncthreads();  // filled
        for (int i = 0; i < w; ++i)
            sum += ta[y * w + i] * tb[i * w + x];
        __syncthreads();  // used
    }
    if (row < M && col < N)
        C[row * N + col] = sum;
}

void dynamicProduct(float* A, float* B, float* C, int M, int N, int K)
{
    int w = 4;
    dim3 threads(w, w);
    dim3 blocks((N + w - 1) / w, (M + w - 1) / w);
    size_t bytes = 2 * w * w * sizeof(float);
    dynamicTiles<<<blocks, threads, bytes>>>(A, B, C, M, N, K);
}
