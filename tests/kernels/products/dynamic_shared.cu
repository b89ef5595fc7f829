// One shared array as long as the launch says, cut in two.
// A B C: a b c
extern __shared__ float buffer[];
__global__ void cut(const float* a, const float* b, float* c, int n) {
  const int t = blockDim.x, x = threadIdx.x, y = threadIdx.y;
  float* left = buffer;
  float* right = buffer + t * t;
  const int row = blockIdx.y * t + y, col = blockIdx.x * t + x;
  float sum = 0;
  for (int first = 0; first < n; first += t) {
    left[y * t + x] = a[row * n + first + x];
    right[y * t + x] = b[(first + y) * n + col];
    __syncthreads();
    for (int k = 0; k < t; ++k) sum += left[y * t + k] * right[k * t + x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
int main() {
  const int n = 32, t = 8;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  cut<<<dim3(n / t, n / t), dim3(t, t), 2 * t * t * sizeof(float)>>>(a, b, c, n);
}
