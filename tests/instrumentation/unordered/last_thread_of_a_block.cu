//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "counting" }
//! out = { sides = [2], fill = "zeros" }
__global__ void sum(const int* in, int* out) {
  __shared__ int part[64];
  __shared__ int done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __threadfence_block();
  if (atomicAdd(&done, 1) == blockDim.x - 1) {
    int all = 0;
    for (int n = 0; n < blockDim.x; ++n) all += part[n];
    out[blockIdx.x] = all;
  }
}
