//! grid = 4
//! block = 64
//! in = { sides = [256], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
//! out = { sides = [1], fill = "zeros" }
//! done = { sides = [1], fill = "zeros" }
// The last one to count takes the sum, and leaves all empty for the next launch.
__global__ void sum(const int* in, int* total, int* out, unsigned* done) {
  __shared__ bool is_last;
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) is_last = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    out[0] = total[0];
    total[0] = 0;
    done[0] = 0;
  }
}
