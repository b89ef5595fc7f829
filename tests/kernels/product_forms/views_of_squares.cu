// One allocation holds all three.
__global__ void squares(float* all, int n) {
  float* a = all;
  float* b = all + n * n;
  float* c = all + 2 * n * n;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

int main() {
  int n = 24;
  float* all;
  cudaMalloc(&all, 3 * n * n * sizeof(float));
  squares<<<dim3(3, 3), dim3(8, 8)>>>(all, n);
  cudaFree(all);
}
