// A bitonic network of 32 keys that never leave the registers of their lanes. Lane i gets the key of lane i ^ step in a
// shuffle, and each lane keeps one of the two. It needs no shared memory and no barrier, but compares each pair twice:
// 15 stages of 32 comparisons.
// keys has 32 elements. The block is one warp.
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

__global__ void sort_bitonic_shuffle(int* keys) {
  int lane = threadIdx.x;
  int key = keys[lane];
  for (int size = 2; size <= N; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = __shfl_xor_sync(0xffffffff, key, step);
      bool up = (lane & size) == 0;
      bool lower = (lane & step) == 0;
      int smaller = min(key, other), greater = max(key, other);
      key = up == lower ? smaller : greater;
    }
  keys[lane] = key;
}

void reference(int* keys) {
  for (int i = 1; i < N; ++i)
    for (int j = i; j > 0 && keys[j - 1] > keys[j]; --j) {
      int key = keys[j];
      keys[j] = keys[j - 1];
      keys[j - 1] = key;
    }
}
