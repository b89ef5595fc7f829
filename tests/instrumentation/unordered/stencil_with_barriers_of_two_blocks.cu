//! grid = 2
//! block = 16
//! a = { sides = [32], fill = "random" }
//! n = 32
// The barriers hold for each block: at the seam nothing does.
__global__ void smooth(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = i > 0 && i < n - 1 ? (a[i - 1] + a[i] + a[i + 1]) / 3 : a[i];
  __syncthreads();
  a[i] = mean;
}
//= race a 10 store, 8 load
