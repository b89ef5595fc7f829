// A block makes each element by a tree of sums in shared memory, launched with as many blocks as elements.
// A B C: A B C
#define THREADS 32

__global__ void blockPerOutput(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float parts[THREADS];
    int row = blockIdx.y;
    int col = blockIdx.x;
    int t = threadIdx.x;
    float mine = 0.0f;
    for (int k = t; k < K; k += THREADS)
        mine += A[row * K + k] * B[k * N + col];
    parts[t] = mine;
    __syncthreads();  // all are in
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            parts[t] += parts[t + half];
        __syncthreads();  // halved
    }
    if (t == 0)
        C[row * N + col] = parts[0];
}

void launchBlocks(const float* A, const float* B, float* C, int M, int N, int K)
{
    blockPerOutput<<<dim3(N, M), THREADS>>>(A, B, C, M, N, K);
}
