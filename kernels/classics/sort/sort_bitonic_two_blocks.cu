// Wrong: a bitonic network of 8 keys in global memory, with two blocks in one launch. __syncthreads waits only for the
// threads of its own block, so a block may compare keys that the other block has not put in order yet. Before
// and after a stage whose pairs belong to two blocks, the launch has to end.
// keys has n elements, a power of two. The grid has n / 2 threads.
//! n = 8
//! keys = { sides = [8], fill = "random" }
//! grid = 2
//! block = 2
__global__ void sort_bitonic_two_blocks(int* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int size = 2; size <= n; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int low = 2 * i - i % step;
      int high = low + step;
      bool up = (low & size) == 0;
      int a = keys[low], b = keys[high];
      int smaller = min(a, b), greater = max(a, b);
      keys[low] = up ? smaller : greater;
      keys[high] = up ? greater : smaller;
      __syncthreads();  // the other block does not wait here
    }
}

void reference(int* keys, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && keys[j - 1] > keys[j]; --j) {
      int key = keys[j];
      keys[j] = keys[j - 1];
      keys[j - 1] = key;
    }
}
