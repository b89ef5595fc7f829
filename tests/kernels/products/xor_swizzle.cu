// Columns of the shared tiles are turned around by the row's bits, so that no banks conflict.
// A B C: A B C
#define S 16
__global__ void matmulSwizzled(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float tileA[S][S];
    __shared__ float tileB[S][S];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * S + ty;
    int col = blockIdx.x * S + tx;
    float value = 0.0f;
    int steps = (K + S - 1) / S;
    for (int step = 0; step < steps; ++step) {
        int ka = step * S + tx;
        int kb = step * S + ty;
        tileA[ty][tx ^ ty] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        tileB[tx][ty ^ tx] = (kb < K && col < N) ? B[kb * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < S; ++k)
            value += tileA[ty][k ^ ty] * tileB[tx][k ^ tx];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = value;
}
