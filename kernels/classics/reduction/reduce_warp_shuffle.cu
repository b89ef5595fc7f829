// One warp adds the last 32 sums of a block, and its lanes pass them from register to register. 5 shuffles replace 5
// barriers, and these steps need no shared memory. All 32 lanes add each time: 160 additions, but only 31 are needed.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a power of two; beyond n it adds zeros.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__global__ void reduce_warp_shuffle(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = BLOCK / 2; s >= 32; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid < 32) {
    int sum = sums[tid];
    for (int s = 16; s > 0; s /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, s);  // lanes wait for each other here
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += in[i];
}
