// Wrong: sort_rank, but the place of a key is only the number of smaller keys. Equal keys get the same place: one of
// them overwrites the other, and the next place stays empty. If all keys differ, the mistake does not show.
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
