//! grid = 2
//! block = 16
//! a = { sides = [32], fill = "random" }
//! b = { sides = [32], fill = "zeros" }
//! n = 32
__global__ void smooth(const float* a, float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
