// Each matrix is a structure.
struct Matrix {
  int rows;
  int cols;
  float* data;
};

__global__ void multiply(Matrix a, Matrix b, Matrix c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= c.rows || col >= c.cols) return;
  float value = 0;
  for (int i = 0; i < a.cols; ++i) value += a.data[row * a.cols + i] * b.data[i * b.cols + col];
  c.data[row * c.cols + col] = value;
}

int main() {
  Matrix a{20, 12, nullptr}, b{12, 28, nullptr}, c{20, 28, nullptr};
  cudaMalloc(&a.data, a.rows * a.cols * sizeof(float));
  cudaMalloc(&b.data, b.rows * b.cols * sizeof(float));
  cudaMalloc(&c.data, c.rows * c.cols * sizeof(float));
  dim3 block(16, 16);
  dim3 grid((c.cols + 15) / 16, (c.rows + 15) / 16);
  multiply<<<grid, block>>>(a, b, c);
  cudaDeviceSynchronize();
}
