// y = a * x + y, one element per thread: two loads and one store for each multiply-add, so the kernel is memory-bound.
// x and y have n elements.
//! n = 1000
//! a = 2.0
//! x = { sides = [1000], fill = "counting" }
//! y = { sides = [1000], fill = "random" }
//! grid = 4
//! block = 256
__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

void reference(float a, const float* x, float* y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}
