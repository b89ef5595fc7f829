// c = a + b, one element per thread. The grid is rounded up to whole blocks, so the last threads have no element, and
// the guard keeps them out. 1000 elements in blocks of 256 take 4 blocks, and 24 of their 1024 threads stay idle.
// a, b and c have n elements.
//! n = 1000
//! a = { sides = [1000], fill = "counting" }
//! b = { sides = [1000], fill = "random" }
//! c = { sides = [1000] }
//! grid = 4
//! block = 256
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

void reference(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
