//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 1, 0, part[1]
// No network: each thread counts the keys that come before its own, and stores its key at that
// place.
__global__ void sort_keys(int* keys) {
  __shared__ int all[N];
  int i = threadIdx.x;
  int key = keys[i];
  all[i] = key;
  __syncthreads();
  int place = 0;
  for (int k = 0; k < N; ++k)
    place += all[k] < key || (all[k] == key && k < i);
  keys[place] = key;
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
