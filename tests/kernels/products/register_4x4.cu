// A 4 by 4 register tile a thread over shared slabs 16 wide and 4 deep, launched by its host with 16 threads.
// A B C: A B C
#define BM 16
#define BK 4
#define TM 4

__global__ void __launch_bounds__(16) regTile(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float as[BK][BM];
    __shared__ float bs[BK][BM];
    int tid = threadIdx.x;
    int tr = tid / 4 * TM, tc = tid % 4 * TM;
    int r0 = blockIdx.y * BM, c0 = blockIdx.x * BM;
    float acc[TM][TM] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int q = 0; q < BK; ++q) {
            bool in = k0 + q < K;
            as[q][tid] = in && r0 + tid < M ? A[(r0 + tid) * K + k0 + q] : 0.0f;
            bs[q][tid] = in && c0 + tid < N ? B[(k0 + q) * N + c0 + tid] : 0.0f;
        }
        __syncthreads();  // filled
        for (int q = 0; q < BK; ++q)
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TM; ++j)
                    acc[i][j] += as[q][tr + i] * bs[q][tc + j];
        __syncthreads();  // used
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TM; ++j)
            if (r0 + tr + i < M && c0 + tc + j < N)
                C[(r0 + tr + i) * N + c0 + tc + j] = acc[i][j];
}

void regProduct(const float* A, const float* B, float* C, int M, int N, int K)
{
    dim3 grid((N + BM - 1) / BM, (M + BM - 1) / BM);
    regTile<<<grid, 16>>>(A, B, C, M, N, K);
}
