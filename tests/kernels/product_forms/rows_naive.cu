// Pointers to rows.
#define N 32

__global__ void matmul(float (*A)[N], float (*B)[N], float (*C)[N]) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && j < N) {
    float s = 0;
    for (int k = 0; k < N; k++) s += A[i][k] * B[k][j];
    C[i][j] = s;
  }
}

int main() {
  float (*a)[N], (*b)[N], (*c)[N];
  cudaMalloc(&a, N * N * sizeof(float));
  cudaMalloc(&b, N * N * sizeof(float));
  cudaMalloc(&c, N * N * sizeof(float));
  dim3 threads(8, 8), blocks(N / 8, N / 8);
  matmul<<<blocks, threads>>>(a, b, c);
  cudaDeviceSynchronize();
}
