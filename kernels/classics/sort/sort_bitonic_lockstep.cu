// Wrong: sort_bitonic_warp without its __syncwarp. It relies on lanes in lockstep. That worked on GPUs before Volta, if
// the compiler kept no keys in registers. Today a lane may read a key before another lane has stored it in the previous
// stage.
// keys has N elements, a power of two. A block has N / 2 threads.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N / 2"
const int N = 128;

__global__ void sort_bitonic_lockstep(int* keys) {
  __shared__ int part[N];
  int tid = threadIdx.x;
  part[tid] = keys[tid];
  part[tid + N / 2] = keys[tid + N / 2];
  __syncthreads();  // no thread compares a key before it is stored
  for (int size = 2; size <= N; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int low = 2 * tid - tid % step;
      int high = low + step;
      bool up = (low & size) == 0;
      int a = part[low], b = part[high];
      int smaller = min(a, b), greater = max(a, b);
      part[low] = up ? smaller : greater;
      part[high] = up ? greater : smaller;
      int next = step > 1 ? step / 2 : size;  // the distance between the keys of the next stage
      if (step > 32 || next > 32)
        __syncthreads();  // keys go to another warp, or are written back after the last stage
    }
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
