// Blocks along z take every so many tiles of the depth, and add what they have by atomics.
// A B C: A B C
#define T 8
__global__ void splitK(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float as[T][T], bs[T][T];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int k0 = blockIdx.z * T; k0 < K; k0 += gridDim.z * T) {
    as[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0;
    bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N) atomicAdd(&C[row * N + col], sum);
}
