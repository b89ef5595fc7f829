// says: no comment names a race
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

__global__ void sort_keys(int* keys) {
  __shared__ int part[N];
  int i = threadIdx.x;
  part[i] = keys[i];
  for (int size = 2; size <= N; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      int partner = i ^ step;
      if (i < partner) {
        bool goes_up = (i & size) == 0;
        int mine = part[i], other = part[partner];
        if ((mine > other) == goes_up) {
          part[i] = other;
          part[partner] = mine;
        }
      }
    }
  }
  __syncthreads();
  keys[i] = part[i];
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
