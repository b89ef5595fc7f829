// Sorts N keys with a bitonic network in shared memory: one block, one thread for each of the N / 2 comparisons of a
// stage. Runs of "size" keys rise and fall alternately; comparing keys that are "step" apart merges two runs into one
// twice as long. N = 8 takes 6 stages and 24 comparisons, whatever the keys are.
// keys has N elements, a power of two. A block has N / 2 threads.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N / 2"
const int N = 8;

__global__ void sort_bitonic(int* keys) {
  __shared__ int part[N];
  int tid = threadIdx.x;
  part[tid] = keys[tid];
  part[tid + N / 2] = keys[tid + N / 2];
  for (int size = 2; size <= N; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();  // a stage compares what other threads loaded, or stored in the previous stage
      int low = 2 * tid - tid % step;  // in the first half of a group of 2 * step keys
      int high = low + step;
      bool up = (low & size) == 0;
      int a = part[low], b = part[high];
      int smaller = min(a, b), greater = max(a, b);
      part[low] = up ? smaller : greater;
      part[high] = up ? greater : smaller;
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
