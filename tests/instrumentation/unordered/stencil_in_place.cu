//! grid = 2
//! block = 16
//! a = { sides = [32], fill = "random" }
//! n = 32
__global__ void smooth(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
//= race a 8 store, 8 load
