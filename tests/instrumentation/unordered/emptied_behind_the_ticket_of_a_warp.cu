//! grid = 3
//! block = 32
//! in = { sides = [96], fill = "random" }
//! part = { sides = [3], fill = "zeros" }
//! out = { sides = [1], fill = "zeros" }
//! done = { sides = [1], fill = "zeros" }
// Lane 0 counts for its warp, and another lane goes on.
__global__ void sum(const int* in, int* part, int* out, unsigned* done) {
  if (threadIdx.x == 0) part[blockIdx.x] = in[blockIdx.x * blockDim.x];
  __threadfence();
  unsigned ticket = 0;
  if (threadIdx.x == 0) ticket = atomicAdd(done, 1);
  ticket = __shfl_sync(0xffffffff, ticket, 0);
  __syncwarp();
  if (ticket == gridDim.x - 1 && threadIdx.x == 1) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) all += part[b];
    out[0] = all;
    done[0] = 0;
  }
}
