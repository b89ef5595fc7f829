//! grid = 2
//! block = 64
//! out = { sides = [32], fill = "zeros" }
// Each thread stores a byte of its own: which part of a number that is, a trace does not tell.
__global__ void fill(int* out) {
  __shared__ int words[16];
  ((char*)words)[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 16) out[blockIdx.x * 16 + threadIdx.x] = words[threadIdx.x];
}
