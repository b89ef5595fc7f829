// Slow: a bitonic network with one thread per key. The partner of thread i is thread i ^ step, and only the lower
// of the two compares their keys. Half of the threads are idle in every stage. The 24 comparisons are the same as
// those of sort_bitonic.
// keys has N elements, a power of two. A block has N threads.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 8;

__global__ void sort_bitonic_half_idle(int* keys) {
  __shared__ int part[N];
  int i = threadIdx.x;
  part[i] = keys[i];
  for (int size = 2; size <= N; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();  // a stage compares what other threads loaded, or stored in the previous stage
      int partner = i ^ step;
      bool up = (i & size) == 0;
      if (i < partner) {
        int a = part[i], b = part[partner];
        int smaller = min(a, b), greater = max(a, b);
        part[i] = up ? smaller : greater;
        part[partner] = up ? greater : smaller;
      }
    }
  __syncthreads();  // other threads write back the keys of the last stage
  keys[i] = part[i];
}

void reference(int* keys) {
  for (int i = 1; i < N; ++i)
    for (int j = i; j > 0 && keys[j - 1] > keys[j]; --j) {
      int key = keys[j];
      keys[j] = keys[j - 1];
      keys[j - 1] = key;
    }
}
