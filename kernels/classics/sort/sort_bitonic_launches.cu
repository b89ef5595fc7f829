// A bitonic network of n keys in global memory, one launch per stage. The two keys of a pair may belong to different
// blocks, and only the end of a launch guarantees that all blocks are done. n = 8 takes 6 launches, here of 2 blocks
// each.
// keys has n elements, a power of two. The grid has n / 2 threads.
//! n = 8
//! keys = { sides = [8], fill = "random" }
//! grid = 2
//! block = 2
//! [[launches]]
//! size = 2
//! step = 1
//! [[launches]]
//! size = 4
//! step = 2
//! [[launches]]
//! size = 4
//! step = 1
//! [[launches]]
//! size = 8
//! step = 4
//! [[launches]]
//! size = 8
//! step = 2
//! [[launches]]
//! size = 8
//! step = 1
__global__ void sort_bitonic_launches(int* keys, int n, int size, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 2 * i - i % step;  // in the first half of a group of 2 * step keys
  int high = low + step;
  bool up = (low & size) == 0;
  int a = keys[low], b = keys[high];
  int smaller = min(a, b), greater = max(a, b);
  keys[low] = up ? smaller : greater;
  keys[high] = up ? greater : smaller;
}

// The reference of one stage; after the last stage the keys are sorted.
void reference(int* keys, int n, int size, int step) {
  for (int low = 0; low < n; ++low) {
    int high = low ^ step;
    bool up = (low & size) == 0;
    if (low < high && (keys[low] > keys[high]) == up) {
      int key = keys[low];
      keys[low] = keys[high];
      keys[high] = key;
    }
  }
}
