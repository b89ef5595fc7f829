// Naive matrix product with the size 8192 written as a number in the kernel. Right, but 5.5e11 multiply-adds.
__global__ void mm(float* a, float* b, float* c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 8192 || y >= 8192) return;
  float s = 0;
  for (int k = 0; k < 8192; k++) s += a[y * 8192 + k] * b[k * 8192 + x];
  c[y * 8192 + x] = s;
}

int main() {
  const int n = 8192;
  const size_t bytes = sizeof(float) * n * n;
  float *a, *b, *c;
  cudaMalloc((void**)&a, bytes);
  cudaMalloc((void**)&b, bytes);
  cudaMalloc((void**)&c, bytes);
  dim3 threads(32, 32);
  dim3 blocks((n + 31) / 32, (n + 31) / 32);
  mm<<<blocks, threads>>>(a, b, c);
  cudaDeviceSynchronize();
}
