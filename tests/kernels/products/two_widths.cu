// Widths of A and B, tiles walked by begin, step and end.
// A B C: A B C
#define BS 16
__global__ void mulCUDA(float* C, float* A, float* B, int wA, int wB) {
  int aBegin = wA * BS * blockIdx.y, aEnd = aBegin + wA - 1, bBegin = BS * blockIdx.x;
  float sub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += BS, b += BS * wB) {
    __shared__ float As[BS][BS];
    __shared__ float Bs[BS][BS];
    As[threadIdx.y][threadIdx.x] = A[a + wA * threadIdx.y + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[b + wB * threadIdx.y + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BS; ++k) sub += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[wB * BS * blockIdx.y + BS * blockIdx.x + wB * threadIdx.y + threadIdx.x] = sub;
}
