/*
 * scores = Q * K^T * scale      (Q: S x D, K: S x D)
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <math.h>

#define S 96
#define D 48
#define T 16

__global__ void qk_kernel(const float* Q, const float* K, float* out, int seq, int dim, float scale)
{
  __shared__ float q[T][T];
  __shared__ float kt[T][T + 1];

  const int i = blockIdx.y * T + threadIdx.y;
  const int jBase = blockIdx.x * T;
  float dot = 0.0f;

  for (int d0 = 0; d0 < dim; d0 += T) {
    q[threadIdx.y][threadIdx.x] = Q[i * dim + d0 + threadIdx.x];
    // row of K: jBase + ty, coalesced along the head dimension
    kt[threadIdx.y][threadIdx.x] = K[(jBase + threadIdx.y) * dim + d0 + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int d = 0; d < T; ++d)
      dot += q[threadIdx.y][d] * kt[threadIdx.x][d];
    __syncthreads();
  }
  out[i * seq + jBase + threadIdx.x] = dot * scale;
}

static void fill(float* p, int n, unsigned seed) {
  for (int i = 0; i < n; ++i) { seed = seed * 1664525u + 1013904223u; p[i] = (seed >> 9) / 8388608.0f - 0.5f; }
}

int main() {
  static float hQ[S * D], hK[S * D], hO[S * S];
  fill(hQ, S * D, 1u); fill(hK, S * D, 2u);
  float *dQ, *dK, *dO;
  cudaMalloc((void**)&dQ, sizeof hQ);
  cudaMalloc((void**)&dK, sizeof hK);
  cudaMalloc((void**)&dO, sizeof hO);
  cudaMemcpy(dQ, hQ, sizeof hQ, cudaMemcpyHostToDevice);
  cudaMemcpy(dK, hK, sizeof hK, cudaMemcpyHostToDevice);
  qk_kernel<<<dim3(S / T, S / T), dim3(T, T)>>>(dQ, dK, dO, S, D, 1.0f / sqrtf((float)D));
  cudaMemcpy(hO, dO, sizeof hO, cudaMemcpyDeviceToHost);
  printf("o[3][5]=%f\n", hO[3 * S + 5]);
  return 0;
}
