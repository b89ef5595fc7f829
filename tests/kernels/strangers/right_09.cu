// SGEMM with 4x4 register blocking. Row-major, C = A * B.
// 256 threads (1D block), each block makes a 64x64 piece of C.
// grid = (ceil(N/64), ceil(M/64))
constexpr int BM = 64, BN = 64, BK = 8;
constexpr int TM = 4, TN = 4;
constexpr int NT = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(NT)
sgemm_regblock(const float* __restrict__ A, const float* __restrict__ B,
               float* __restrict__ C, int M, int N, int K)
{
    __shared__ float As[BK][BM];   // stored transposed
    __shared__ float Bs[BK][BN];

    const int tid = threadIdx.x;
    const int tr = tid / (BN / TN);
    const int tc = tid % (BN / TN);
    const int m0 = blockIdx.y * BM;
    const int n0 = blockIdx.x * BN;
    float acc[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int p = tid; p < BM * BK; p += NT) {
            const int r = p / BK, k = p % BK;
            As[k][r] = (m0 + r < M && k0 + k < K) ? A[(m0 + r) * K + k0 + k] : 0.f;
        }
        for (int p = tid; p < BK * BN; p += NT) {
            const int k = p / BN, q = p % BN;
            Bs[k][q] = (k0 + k < K && n0 + q < N) ? B[(k0 + k) * N + n0 + q] : 0.f;
        }
        __syncthreads();

        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            float ra[TM], rb[TN];
            for (int i = 0; i < TM; ++i) ra[i] = As[k][tr * TM + i];
            for (int j = 0; j < TN; ++j) rb[j] = Bs[k][tc * TN + j];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }

    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) {
            const int row = m0 + tr * TM + i, col = n0 + tc * TN + j;
            if (row < M && col < N) C[row * N + col] = acc[i][j];
        }
}
