// Blocks along z take shares of the sum, and add them by atomics.
// A B C: A B C
__global__ void split(const float* A, const float* B, float* C, int M, int N, int K) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int share = (K + gridDim.z - 1) / gridDim.z, begin = blockIdx.z * share, end = min(begin + share, K);
  if (i >= M || j >= N) return;
  float s = 0;
  for (int k = begin; k < end; ++k) s += A[i * K + k] * B[k * N + j];
  atomicAdd(&C[i * N + j], s);
}
