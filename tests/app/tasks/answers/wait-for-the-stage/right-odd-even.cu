//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 20, 22, part[22]
// Another network: neighbours compare, first those that begin at an even place, then those at
// an odd one.
__global__ void sort_keys(int* keys) {
  __shared__ int row[N];
  int t = threadIdx.x;
  row[t] = keys[t];
  __syncthreads();
  for (int round = 0; round < N; ++round) {
    if (t % 2 == round % 2 && t + 1 < N) {
      int left = row[t], right = row[t + 1];
      if (left > right) {
        row[t] = right;
        row[t + 1] = left;
      }
    }
    __syncthreads();
  }
  keys[t] = row[t];
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
