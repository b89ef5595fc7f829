#include <cassert>
#define uint unsigned int
#define CEIL_DIV(M, N) (((M) + (N) - 1) / (N))

template <const int BM, const int BN, const int BK, const int TM>
__global__ void sgemm1DBlocktiling(int M, int N, int K, float alpha,
                                   const float *A, const float *B, float beta,
                                   float *C) {
  const uint cRow = blockIdx.y;
  const uint cCol = blockIdx.x;

  const int threadCol = threadIdx.x % BN;
  const int threadRow = threadIdx.x / BN;

  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];

  // jump to the block's first row / column
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;

  assert(BM * BK == blockDim.x);
  assert(BN * BK == blockDim.x);
  const uint aCol = threadIdx.x % BK, aRow = threadIdx.x / BK;
  const uint bCol = threadIdx.x % BN, bRow = threadIdx.x / BN;

  float results[TM] = {0.0};

  for (uint bk = 0; bk < K; bk += BK) {
    As[aRow * BK + aCol] = A[aRow * K + aCol];
    Bs[bRow * BN + bCol] = B[bRow * N + bCol];
    __syncthreads();

    A += BK;
    B += BK * N;

    for (uint dot = 0; dot < BK; ++dot) {
      float tmpB = Bs[dot * BN + threadCol];
      for (uint r = 0; r < TM; ++r)
        results[r] += As[(threadRow * TM + r) * BK + dot] * tmpB;
    }
    __syncthreads();
  }

  for (uint r = 0; r < TM; ++r) {
    C[(threadRow * TM + r) * N + threadCol] =
        alpha * results[r] + beta * C[(threadRow * TM + r) * N + threadCol];
  }
}

void run_sgemm(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C) {
  const uint BM = 64, BN = 64, BK = 8, TM = 8;
  dim3 gridDim(CEIL_DIV(N, BN), CEIL_DIV(M, BM));
  dim3 blockDim((BM * BN) / TM);
  sgemm1DBlocktiling<BM, BN, BK, TM><<<gridDim, blockDim>>>(M, N, K, alpha, A, B, beta, C);
}
