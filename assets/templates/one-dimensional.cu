// One thread for each element, in one dimension.
#define BLOCK 8

__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

void launch(const float* a, const float* b, float* sum, int n) {
  add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a, b, sum, n);
}
