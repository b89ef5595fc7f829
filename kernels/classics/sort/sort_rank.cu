// Sorts by counting: thread i counts the keys that are smaller than its own, or equal and before it. The count is the
// place of its key. It needs no barrier, but every thread reads every key: n * (n + 1) loads.
// keys and sorted have n elements.
//! n = 12
//! keys = { sides = [12], fill = "random" }
//! sorted = { sides = [12] }
//! grid = 2
//! block = 8
__global__ void sort_rank(const int* keys, int* sorted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int key = keys[i];
    int rank = 0;
    for (int j = 0; j < n; ++j) {
      int other = keys[j];
      if (other < key || (other == key && j < i))
        ++rank;
    }
    sorted[rank] = key;
  }
}

void reference(const int* keys, int* sorted, int n) {
  for (int i = 0; i < n; ++i) {
    int j = i;
    for (; j > 0 && sorted[j - 1] > keys[i]; --j)
      sorted[j] = sorted[j - 1];
    sorted[j] = keys[i];
  }
}
