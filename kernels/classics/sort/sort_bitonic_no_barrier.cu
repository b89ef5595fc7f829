// Wrong: sort_bitonic with no barrier between its stages. A thread may compare a key that another thread has not stored
// yet. The block is one warp, and the result is right if its lanes happen to run in lockstep. Nothing guarantees that.
// keys has N elements, a power of two. A block has N / 2 threads.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N / 2"
const int N = 8;

__global__ void sort_bitonic_no_barrier(int* keys) {
  __shared__ int part[N];
  int tid = threadIdx.x;
  part[tid] = keys[tid];
  part[tid + N / 2] = keys[tid + N / 2];
  __syncthreads();  // no thread compares a key before it is stored
  for (int size = 2; size <= N; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {  // a barrier is missing after this line
      int low = 2 * tid - tid % step;
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
