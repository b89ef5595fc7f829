//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "counting" }
//! found = { sides = [1], fill = "zeros" }
__global__ void look(const int* in, int* found) {
  __shared__ int here;
  if (threadIdx.x == 0) here = 0;
  __syncthreads();
  if (in[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0) here = 1;
  __syncthreads();
  if (here) *found = 1;
}
