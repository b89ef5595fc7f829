//! grid = [2, 2]
//! block = [8, 8]
//! a = { sides = [16, 16], fill = "counting" }

__global__ void transpose(float* a) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  a[y * 16 + x] = a[x * 16 + y];
}
//= race a 7 store, 7 load
