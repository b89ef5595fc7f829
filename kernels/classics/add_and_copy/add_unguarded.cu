// Wrong: c = a + b without the guard. The last 24 threads of the grid have no element, but still load and store beyond
// the ends of the arrays. If that memory belongs to another array, the stores overwrite it without any message.
// a, b and c have n elements, one per thread; n is not a multiple of the block size.
//! n = 1000
//! a = { sides = [1000], fill = "counting" }
//! b = { sides = [1000], fill = "random" }
//! c = { sides = [1000] }
//! grid = 4
//! block = 256
__global__ void add_unguarded(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];  // the mistake: i may be n or more
}

void reference(const float* a, const float* b, float* c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
