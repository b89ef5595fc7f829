//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! out = { sides = [2], fill = "zeros" }
// Members of several sizes, and sums that are kept in them.
struct Statistics {
  float least, greatest;
  double total;
  unsigned long long count;
};

__global__ void statistics(const float* in, double* out) {
  __shared__ Statistics all[64];
  int t = threadIdx.x;
  float x = in[blockIdx.x * blockDim.x + t];
  all[t].least = x;
  all[t].greatest = x;
  all[t].total = x;
  all[t].count = 1;
  __syncthreads();
  for (int by = 32; by > 0; by /= 2) {
    if (t < by) {
      all[t].least = fminf(all[t].least, all[t + by].least);
      all[t].greatest = fmaxf(all[t].greatest, all[t + by].greatest);
      all[t].total += all[t + by].total;
      all[t].count += all[t + by].count;
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = all[0].total / all[0].count;
}
