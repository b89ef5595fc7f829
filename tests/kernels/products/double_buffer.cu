// Two buffers take turns, so that one barrier a step is enough; the host gives whole tiles.
// A B C: A B C
#define TS 4

__global__ void pingPong(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float bufA[2][TS][TS];
    __shared__ float bufB[2][TS][TS];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TS + y;
    int col = blockIdx.x * TS + x;
    int steps = K / TS;
    int now = 0;
    bufA[0][y][x] = A[row * K + x];
    bufB[0][y][x] = B[y * N + col];
    __syncthreads();  // the first pair
    float sum = 0.0f;
    for (int s = 0; s < steps; ++s) {
        int next = now ^ 1;
        if (s + 1 < steps) {
            bufA[next][y][x] = A[row * K + (s + 1) * TS + x];
            bufB[next][y][x] = B[((s + 1) * TS + y) * N + col];
        }
        for (int k = 0; k < TS; ++k)
            sum += bufA[now][y][k] * bufB[now][k][x];
        __syncthreads();  // before they swap
        now = next;
    }
    C[row * N + col] = sum;
}

int main()
{
    const int M = 8, N = 12, K = 16;
    float *A, *B, *C;
    cudaMalloc((void**)&A, M * K * sizeof(float));
    cudaMalloc((void**)&B, K * N * sizeof(float));
    cudaMalloc((void**)&C, M * N * sizeof(float));
    pingPong<<<dim3(N / TS, M / TS), dim3(TS, TS)>>>(A, B, C, M, N, K);
    return cudaDeviceSynchronize();
}
