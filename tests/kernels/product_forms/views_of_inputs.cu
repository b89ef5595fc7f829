// The two factors lie behind each other; the product has an array of its own.
__global__ void factors(const int* both, int* result, int rows, int inner, int cols) {
  const int* second = both + rows * inner;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    int sum = 0;
    for (int i = 0; i < inner; i++) sum += both[row * inner + i] * second[i * cols + col];
    result[row * cols + col] = sum;
  }
}
