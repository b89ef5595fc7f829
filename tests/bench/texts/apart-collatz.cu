__global__ void collatz(int* rounds) {
  __shared__ int s[256];
  const int t = threadIdx.x, own = blockIdx.x * 256 + t;
  s[t] = own + 1;
  int n = 0;
  while (s[t] != 1) {
    if (s[t] % 2 == 0)
      s[t] = s[t] / 2;
    else
      s[t] = 3 * s[t] + 1;
    ++n;
  }
  rounds[own] = n;
}
