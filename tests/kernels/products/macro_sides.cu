// All sides are macros, and arrays have two dimensions.
// A B C: left right out
#define ROWS 12
#define COLS 20
#define DEPTH 16
#define T 4

__global__ void multiply(float left[ROWS][DEPTH], float right[DEPTH][COLS], float out[ROWS][COLS]) {
  __shared__ float l[T][T];
  __shared__ float r[T][T];
  int row = blockIdx.y * T + threadIdx.y;
  int col = blockIdx.x * T + threadIdx.x;
  float total = 0;
  for (int step = 0; step < DEPTH / T; step++) {
    l[threadIdx.y][threadIdx.x] = left[row][step * T + threadIdx.x];
    r[threadIdx.y][threadIdx.x] = right[step * T + threadIdx.y][col];
    __syncthreads();
    for (int i = 0; i < T; i++) total += l[threadIdx.y][i] * r[i][threadIdx.x];
    __syncthreads();
  }
  out[row][col] = total;
}

int main() {
  float (*left)[DEPTH], (*right)[COLS], (*out)[COLS];
  cudaMalloc(&left, sizeof(float) * ROWS * DEPTH);
  cudaMalloc(&right, sizeof(float) * DEPTH * COLS);
  cudaMalloc(&out, sizeof(float) * ROWS * COLS);
  multiply<<<dim3(COLS / T, ROWS / T), dim3(T, T)>>>(left, right, out);
  return 0;
}
