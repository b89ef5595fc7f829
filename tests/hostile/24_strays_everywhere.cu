// Each access is out of bounds, for billions of accesses: the arrays hold 1024 ints, the kernel starts a million cells on, and goes below zero too.
__global__ void lost(int *a, int *b) {
  __shared__ int s[32];
  long long i = 1048576LL * (1 + blockIdx.x) + threadIdx.x;
  for (int k = 0; k < 4096; k++) {
    b[i + k] = a[-i - k];
    s[32 + k + threadIdx.x] = s[-1 - k];
    a[i * 1000003LL * k + 5000] += b[0x7fffffffffffLL - i];
  }
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  lost<<<4096, 256>>>(a, b);
  cudaDeviceSynchronize();
}
