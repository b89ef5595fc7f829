// C is what it was, plus the product.
#define N 32

__device__ float A[N][N], B[N][N], C[N][N];

__global__ void addProduct() {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < N; k++)
    C[i][j] += A[i][k] * B[k][j];
}

int main() {
  dim3 threads(16, 16);
  addProduct<<<dim3(N / 16, N / 16), threads>>>();
  cudaDeviceSynchronize();
}
