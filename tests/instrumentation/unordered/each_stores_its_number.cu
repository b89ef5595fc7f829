//! grid = 2
//! block = 64
//! last = { sides = [1], fill = "zeros" }
__global__ void look(int* last) {
  __shared__ int mine;
  mine = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    *last = mine + blockIdx.x;
}
//= race mine 6 store, 6 store
//= store_conflict last 9 store, 9 store
