//! grid = 1
//! block = 32
//! a = { sides = [32], fill = "counting" }

__global__ void scan(int* a) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int by = 1; by < 32; by *= 2) {
    if (t >= by)
      s[t] += s[t - by];
    __syncthreads();
  }
  a[t] = s[t];
}
//= race s 12 store, 12 load
