//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! most = { sides = [2], fill = "zeros" }
__global__ void greatest(const int* in, int* most) {
  __shared__ int top;
  if (threadIdx.x == 0) top = -2147483647;
  __syncthreads();
  atomicMax(&top, in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0) most[blockIdx.x] = top;
}
//= race top 9 atomic, 10 load
