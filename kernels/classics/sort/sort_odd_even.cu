// Sorts N keys in shared memory by comparing neighbours: pairs that begin at even places in one stage, at odd places in
// the next. N stages are enough. N = 8 takes 8 stages and 28 comparisons, where a bitonic network takes 6 and 24;
// N = 1024 takes 1024 stages instead of 55.
// keys has N elements, an even number. A block has N / 2 threads.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N / 2"
const int N = 8;

__global__ void sort_odd_even(int* keys) {
  __shared__ int part[N];
  int tid = threadIdx.x;
  part[tid] = keys[tid];
  part[tid + N / 2] = keys[tid + N / 2];
  for (int stage = 0; stage < N; ++stage) {
    __syncthreads();  // a stage compares what other threads loaded, or stored in the previous stage
    int low = 2 * tid + stage % 2;
    if (low + 1 < N) {
      int a = part[low], b = part[low + 1];
      int smaller = min(a, b), greater = max(a, b);
      part[low] = smaller;
      part[low + 1] = greater;
    }
  }
  __syncthreads();  // other threads write back the keys of the last stage
  keys[tid] = part[tid];
  keys[tid + N / 2] = part[tid + N / 2];
}

void reference(int* keys) {
  for (int i = 1; i < N; ++i)
    for (int j = i; j > 0 && keys[j - 1] > keys[j]; --j) {
      int key = keys[j];
      keys[j] = keys[j - 1];
      keys[j - 1] = key;
    }
}
