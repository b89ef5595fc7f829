// Row-major with leading dimensions of their own.
// A B C: A B C
__global__ void gemm_rm(int M, int N, int K, const float* __restrict__ A, int lda, const float* __restrict__ B, int ldb,
                        float* __restrict__ C, int ldc) {
  __shared__ float sa[16][17], sb[16][17];
  const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  float r = 0.f;
  for (int p0 = 0; p0 < K; p0 += 16) {
    const int pa = p0 + threadIdx.x, pb = p0 + threadIdx.y;
    sa[threadIdx.y][threadIdx.x] = (i < M && pa < K) ? __ldg(&A[i * lda + pa]) : 0.f;
    sb[threadIdx.y][threadIdx.x] = (pb < K && j < N) ? __ldg(&B[pb * ldb + j]) : 0.f;
    __syncthreads();
    for (int p = 0; p < 16; ++p) r = __fmaf_rn(sa[threadIdx.y][p], sb[p][threadIdx.x], r);
    __syncthreads();
  }
  if (i < M && j < N) C[i * ldc + j] = r;
}
