// A's tile is stored transposed in a flat shared array, so that k is the slow index of both tiles.
// A B C: A B C
const int BS = 4;

__global__ void slowK(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float At[BS * BS];
    __shared__ float Bt[BS * BS];
    int tid = threadIdx.y * BS + threadIdx.x;
    int row = blockIdx.y * BS + threadIdx.y;
    int col = blockIdx.x * BS + threadIdx.x;
    float dot = 0.0f;
    for (int k0 = 0; k0 < K; k0 += BS) {
        int ka = k0 + threadIdx.x;
        int kb = k0 + threadIdx.y;
        At[threadIdx.x * BS + threadIdx.y] = (row < M && ka < K) ? A[row * K + ka] : 0.0f;
        Bt[tid] = (col < N && kb < K) ? B[kb * N + col] : 0.0f;
        __syncthreads();  // filled
        for (int k = 0; k < BS; ++k)
            dot += At[k * BS + threadIdx.y] * Bt[k * BS + threadIdx.x];
        __syncthreads();  // used
    }
    if (row < M && col < N)
        C[row * N + col] = dot;
}
