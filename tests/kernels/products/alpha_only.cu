// A product scaled by alpha and nothing more, with A's tile alone in shared memory.
// A B C: A B C
#define TW 4

__global__ void scaledProduct(const float* A, const float* B, float* C,
                              int M, int N, int K, float alpha)
{
    __shared__ float rowTile[TW][TW];
    int row = blockIdx.y * TW + threadIdx.y;
    int col = blockIdx.x * TW + threadIdx.x;
    float sum = 0.0f;
    for (int base = 0; base < K; base += TW) {
        int ka = base + threadIdx.x;
        rowTile[threadIdx.y][threadIdx.x] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        __syncthreads();  // filled
        if (col < N) {
            for (int k = 0; k < TW && base + k < K; ++k)
                sum += rowTile[threadIdx.y][k] * B[(base + k) * N + col];
        }
        __syncthreads();  // used
    }
    if (row < M && col < N)
        C[row * N + col] = alpha * sum;
}
