// sort_rank with the keys passing through shared memory, BLOCK at a time. A block loads each key once for all of its
// threads, so n loads per block replace n loads per thread. The number of comparisons stays the same.
// keys and sorted have n elements. A block has BLOCK threads.
//! n = 12
//! keys = { sides = [12], fill = "random" }
//! sorted = { sides = [12] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 8;

__global__ void sort_rank_tile(const int* keys, int* sorted, int n) {
  __shared__ int part[BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  int key = i < n ? keys[i] : 0;
  int rank = 0;
  for (int tile = 0; tile < n; tile += BLOCK) {
    if (tile + tid < n)
      part[tid] = keys[tile + tid];
    __syncthreads();  // no thread compares with a tile before it is full
    for (int j = 0; j < BLOCK && tile + j < n; ++j) {
      int other = part[j];
      if (other < key || (other == key && tile + j < i))
        ++rank;
    }
    __syncthreads();  // no thread overwrites a tile that is still in use
  }
  if (i < n)
    sorted[rank] = key;
}

void reference(const int* keys, int* sorted, int n) {
  for (int i = 0; i < n; ++i) {
    int j = i;
    for (; j > 0 && sorted[j - 1] > keys[i]; --j)
      sorted[j] = sorted[j - 1];
    sorted[j] = keys[i];
  }
}
