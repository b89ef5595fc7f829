//! grid = [2, 2]
//! block = [8, 8]
//! a = { sides = [16, 16], fill = "counting" }

// Of each pair one thread does both.
__global__ void transpose(float* a) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x <= y) return;
  float t = a[y * 16 + x];
  a[y * 16 + x] = a[x * 16 + y];
  a[x * 16 + y] = t;
}
