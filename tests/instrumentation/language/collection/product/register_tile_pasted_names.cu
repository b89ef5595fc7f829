// 4x4 register tile without arrays: c00 .. c33 by name, so that nothing can
// end up in local memory, whatever the compiler thinks about unrolling.
#include <cuda_runtime.h>

#define ROW(M, i)  M(i, 0) M(i, 1) M(i, 2) M(i, 3)
#define ALL(M)     ROW(M, 0) ROW(M, 1) ROW(M, 2) ROW(M, 3)

#define DECLARE(i, j)  float c##i##j = 0.f;
#define MULADD(i, j)   c##i##j += a##i * b##j;
#define LOAD_A(i)      const float a##i = As[p][ty * 4 + i]
#define LOAD_B(j)      const float b##j = Bs[p][tx * 4 + j]
#define STORE(i)                                                              \
  do {                                                                        \
    float4 *dst_ = (float4 *)(C + (size_t)(row + i) * ldc + col);             \
    float4 v_ = *dst_;                                                        \
    v_.x = alpha * c##i##0 + beta * v_.x;                                     \
    v_.y = alpha * c##i##1 + beta * v_.y;                                     \
    v_.z = alpha * c##i##2 + beta * v_.z;                                     \
    v_.w = alpha * c##i##3 + beta * v_.w;                                     \
    *dst_ = v_;                                                               \
  } while (0)

__global__ void __launch_bounds__(64)
sgemm_32x32(float alpha, const float *A, int lda, const float *B, int ldb,
            float beta, float *C, int ldc, int K)
{
  __shared__ float As[8][32];
  __shared__ float Bs[8][32];
  const int tx = threadIdx.x % 8, ty = threadIdx.x / 8;
  const int row = blockIdx.y * 32 + ty * 4;
  const int col = blockIdx.x * 32 + tx * 4;

  ALL(DECLARE)

  for (int k = 0; k < K; k += 8)
  {
    /* 64 threads: half a row of A (4 floats) and a quarter row of B each */
    const float4 va = *(const float4 *)(A + (blockIdx.y * 32 + threadIdx.x / 2) * lda + k + threadIdx.x % 2 * 4);
    const float4 vb = *(const float4 *)(B + (k + threadIdx.x / 8) * ldb + blockIdx.x * 32 + tx * 4);
    As[threadIdx.x % 2 * 4 + 0][threadIdx.x / 2] = va.x;
    As[threadIdx.x % 2 * 4 + 1][threadIdx.x / 2] = va.y;
    As[threadIdx.x % 2 * 4 + 2][threadIdx.x / 2] = va.z;
    As[threadIdx.x % 2 * 4 + 3][threadIdx.x / 2] = va.w;
    *(float4 *)&Bs[threadIdx.x / 8][tx * 4] = vb;
    __syncthreads();
#pragma unroll
    for (int p = 0; p < 8; ++p)
    {
      LOAD_A(0); LOAD_A(1); LOAD_A(2); LOAD_A(3);
      LOAD_B(0); LOAD_B(1); LOAD_B(2); LOAD_B(3);
      ALL(MULADD)
    }
    __syncthreads();
  }

  STORE(0); STORE(1); STORE(2); STORE(3);
}

#undef ALL
#undef ROW
