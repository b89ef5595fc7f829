//! grid = 3
//! block = 64
//! in = { sides = [192], fill = "random" }
//! total = { sides = [1], fill = "zeros" }
__global__ void sum(const int* in, int* total) {
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&total[0], mine);
  if (mine == 3) atomicExch(&total[0], 0);
}
