// A warp makes each element, its lanes' sums joined by shuffles; the host launches 128 threads a block.
// A B C: A B C
__global__ void warpPerOutput(const float* A, const float* B, float* C, int M, int N, int K)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (warp >= M * N) return;
    int row = warp / N;
    int col = warp % N;
    float part = 0.0f;
    for (int k = lane; k < K; k += 32)
        part += A[row * K + k] * B[k * N + col];
    for (int offset = 16; offset > 0; offset >>= 1)
        part += __shfl_down_sync(0xffffffffu, part, offset);
    if (lane == 0)
        C[row * N + col] = part;
}

void warpProduct(const float* A, const float* B, float* C, int M, int N, int K)
{
    int threads = 128;
    int blocks = (M * N * 32 + threads - 1) / threads;
    warpPerOutput<<<blocks, threads>>>(A, B, C, M, N, K);
}
