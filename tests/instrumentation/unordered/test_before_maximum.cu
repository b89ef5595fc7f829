//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! most = { sides = [2], fill = "zeros" }
// It is looked at first, to spare atomics.
__global__ void greatest(const int* in, int* most) {
  __shared__ int top;
  if (threadIdx.x == 0) top = -2147483647;
  __syncthreads();
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > top)
    atomicMax(&top, v);
  __syncthreads();
  if (threadIdx.x == 0) most[blockIdx.x] = top;
}
//= note race top 12 atomic, 11 load
