// says: atomics of keys
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 0, 1, part[1]
// Sorted where the keys are: each pair gives the smaller and the greater by atomics.
__global__ void sort_keys(int* keys) {
  int i = threadIdx.x;
  for (int round = 0; round < N; ++round) {
    int left = 0;
    bool mine = i % 2 == round % 2 && i + 1 < N;
    if (mine) {
      left = atomicAdd(&keys[i], 0);
      int right = atomicMax(&keys[i + 1], left);
      atomicMin(&keys[i], right);
    }
    __syncthreads();
  }
}

void reference(int* keys) {
  for (int end = N - 1; end > 0; --end)
    for (int i = 0; i < end; ++i)
      if (keys[i] > keys[i + 1]) {
        int key = keys[i];
        keys[i] = keys[i + 1];
        keys[i + 1] = key;
      }
}
