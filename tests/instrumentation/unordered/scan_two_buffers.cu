//! grid = 1
//! block = 32
//! a = { sides = [32], fill = "counting" }

__global__ void scan(int* a) {
  __shared__ int s[2][32];
  int t = threadIdx.x, now = 0;
  s[0][t] = a[t];
  __syncthreads();
  for (int by = 1; by < 32; by *= 2) {
    s[1 - now][t] = t >= by ? s[now][t] + s[now][t - by] : s[now][t];
    now = 1 - now;
    __syncthreads();
  }
  a[t] = s[now][t];
}
