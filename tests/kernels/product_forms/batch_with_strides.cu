// A batch: each layer of the grid has its own three matrices.
__global__ void batchedMatmul(const float* A, const float* B, float* C, int M, int N, int K) {
  int batch = blockIdx.z;
  const float* a = A + batch * M * K;
  const float* b = B + batch * K * N;
  float* c = C + batch * M * N;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) sum += a[row * K + k] * b[k * N + col];
    c[row * N + col] = sum;
  }
}

int main() {
  int batches = 4, M = 12, N = 8, K = 10;
  float *A, *B, *C;
  cudaMalloc(&A, batches * M * K * sizeof(float));
  cudaMalloc(&B, batches * K * N * sizeof(float));
  cudaMalloc(&C, batches * M * N * sizeof(float));
  dim3 block(4, 4);
  dim3 grid(N / 4, M / 4, batches);
  batchedMatmul<<<grid, block>>>(A, B, C, M, N, K);
}
