// Slabs are filled by float4s through casts; A's slab is transposed, so a thread reads its rows at once. No guards.
// A B C: A B C
#define BM 32
#define BN 32
#define BK 8
__global__ void sgemm_vec(int M, int N, int K, const float* A, const float* B, float* C) {
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];
  const int tid = threadIdx.x;
  const int tr = tid / 8, tc = tid % 8;
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  float acc[4][4] = {{0.0f}};
  float ra[4], rb[4];
  for (int k0 = 0; k0 < K; k0 += BK) {
    const float4 a = reinterpret_cast<const float4*>(&A[(tid / 2) * K + (tid % 2) * 4])[0];
    As[((tid % 2) * 4 + 0) * BM + tid / 2] = a.x;
    As[((tid % 2) * 4 + 1) * BM + tid / 2] = a.y;
    As[((tid % 2) * 4 + 2) * BM + tid / 2] = a.z;
    As[((tid % 2) * 4 + 3) * BM + tid / 2] = a.w;
    reinterpret_cast<float4*>(&Bs[(tid / 8) * BN + (tid % 8) * 4])[0] =
        reinterpret_cast<const float4*>(&B[(tid / 8) * N + (tid % 8) * 4])[0];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < 4; ++i) ra[i] = As[k * BM + tr * 4 + i];
      for (int j = 0; j < 4; ++j) rb[j] = Bs[k * BN + tc * 4 + j];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) C[(tr * 4 + i) * N + tc * 4 + j] = acc[i][j];
}
