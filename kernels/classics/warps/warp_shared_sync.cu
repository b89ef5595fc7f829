// A warp adds its 32 elements in shared memory, with __syncwarp where a block would need __syncthreads: no other warp
// uses the elements of this tree. Shuffles do the same work without loads and stores.
// in has n elements; out has one sum per warp. A block has 64 threads.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! out = { sides = [2] }
//! grid = 1
//! block = 64
__global__ void warp_shared_sync(const int* in, int* out, int n) {
  __shared__ int sums[64];
  int tid = threadIdx.x;
  int lane = tid % 32;
  int i = blockIdx.x * 64 + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncwarp();  // no thread adds an element before it is stored
  for (int s = 16; s > 0; s /= 2) {
    if (lane < s)
      sums[tid] += sums[tid + s];
    __syncwarp();  // the next step adds what this one stored
  }
  if (lane == 0)
    out[i / 32] = sums[tid];
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 32] += in[i];
}
