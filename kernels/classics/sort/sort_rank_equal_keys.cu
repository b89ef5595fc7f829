// Wrong: sort_rank where a key's place is the number of keys smaller than it, and nothing else. Equal keys get the same
// place: one of them is stored over the other, and the places behind it stay empty. Keys that all differ hide it.
// keys and sorted have n elements.
//! n = 12
//! keys = { sides = [12], fill = "random" }
//! sorted = { sides = [12] }
//! grid = 2
//! block = 8
__global__ void sort_rank_equal_keys(const int* keys, int* sorted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int key = keys[i];
    int rank = 0;
    for (int j = 0; j < n; ++j)
      if (keys[j] < key)
        ++rank;
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
