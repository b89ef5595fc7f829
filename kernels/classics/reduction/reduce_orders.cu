// The same elements summed in three orders: as a tree, from first to last, and from last to first. Integers give the
// same sum three times. A sum of floats is rounded after each addition, so the three sums may differ, but none of them
// is wrong.
// in has BLOCK floats, whole has BLOCK integers; out and whole_out have a sum for each order. One block of BLOCK
// threads.
//! in = { sides = ["BLOCK"], fill = "random" }
//! whole = { sides = ["BLOCK"], fill = "random" }
//! out = { sides = [3] }
//! whole_out = { sides = [3] }
//! grid = 1
//! block = "BLOCK"
const int BLOCK = 64;

template <typename T>
__device__ void sum_in_each_order(const T* in, T* sums, T* out) {
  int tid = threadIdx.x;
  sums[tid] = in[tid];
  __syncthreads();  // no thread adds an element before it is stored
  if (tid < 2) {
    T sum = T(0);
    for (int k = 0; k < BLOCK; ++k)
      sum += sums[tid == 0 ? k : BLOCK - 1 - k];
    out[1 + tid] = sum;
  }
  __syncthreads();  // no thread changes a sum that threads 0 and 1 still read
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (tid < s)
      sums[tid] += sums[tid + s];
    __syncthreads();  // the next step adds what this one stored
  }
  if (tid == 0)
    out[0] = sums[0];
}

__global__ void reduce_orders(const float* in, const int* whole, float* out, int* whole_out) {
  __shared__ float sums[BLOCK];
  __shared__ int whole_sums[BLOCK];
  sum_in_each_order(in, sums, out);
  sum_in_each_order(whole, whole_sums, whole_out);
}

void reference(const float* in, const int* whole, float* out, int* whole_out) {
  for (int order = 0; order < 3; ++order)
    for (int k = 0; k < BLOCK; ++k) {
      out[order] += in[k];
      whole_out[order] += whole[k];
    }
}
