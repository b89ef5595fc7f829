// Each layer of the grid adds its slice of the sum to C.
#define SLICE 8

__global__ void splitK(const float* A, const float* B, float* C, int M, int N, int K) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int begin = blockIdx.z * SLICE;
  int end = min(begin + SLICE, K);
  if (row >= M || col >= N) return;
  float part = 0;
  for (int k = begin; k < end; k++) part += A[row * K + k] * B[k * N + col];
  atomicAdd(&C[row * N + col], part);
}

int main() {
  int M = 16, N = 16, K = 32;
  float *A, *B, *C;
  cudaMalloc(&A, M * K * 4);
  cudaMalloc(&B, K * N * 4);
  cudaMalloc(&C, M * N * 4);
  cudaMemset(C, 0, M * N * 4);
  splitK<<<dim3(2, 2, K / SLICE), dim3(8, 8)>>>(A, B, C, M, N, K);
}
