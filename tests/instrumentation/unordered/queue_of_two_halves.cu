//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "counting" }
//! count = { sides = [1], fill = "zeros" }
//! out = { sides = [128], fill = "zeros" }
// Each takes a place of its own.
__global__ void compact(const int* in, int* count, int* out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v % 2 == 0) out[atomicAdd(count, 1)] = v;
}
