//! grid = 1
//! block = 32
//! a = { sides = [32], fill = "random" }
//! n = 32
__global__ void smooth(float* a, int n) {
  int i = threadIdx.x;
  for (int step = 0; step < 3; ++step) {
    float mean = i > 0 && i < n - 1 ? (a[i - 1] + a[i] + a[i + 1]) / 3 : a[i];
    __syncthreads();
    a[i] = mean;
    __syncthreads();
  }
}
