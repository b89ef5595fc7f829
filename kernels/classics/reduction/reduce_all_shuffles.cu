// Each warp adds its 32 elements with shuffles, and the first warp adds the sums of the warps. This takes one barrier
// and shared memory for 8 sums instead of 256.
// in has n elements; out has a sum for each block. A block has BLOCK threads, a multiple of 32.
//! n = 512
//! in = { sides = [512], fill = "counting" }
//! out = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 256;

__device__ int sum_of_warp(int sum) {
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
  return sum;  // lane 0 has the sum of all lanes
}

__global__ void reduce_all_shuffles(const int* in, int* out, int n) {
  __shared__ int sums[BLOCK / 32];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  int sum = sum_of_warp(i < n ? in[i] : 0);
  if (tid % 32 == 0)
    sums[tid / 32] = sum;
  __syncthreads();  // no thread adds the sum of a warp before it is stored
  if (tid < 32) {
    sum = sum_of_warp(tid < BLOCK / 32 ? sums[tid] : 0);
    if (tid == 0)
      out[blockIdx.x] = sum;
  }
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / BLOCK] += in[i];
}
