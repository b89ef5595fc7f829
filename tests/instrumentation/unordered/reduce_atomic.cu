//! grid = 4
//! block = 64
//! in = { sides = [256], fill = "random" }
//! out = { sides = [1], fill = "zeros" }
__global__ void sum(const float* in, float* out) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, total);
}
