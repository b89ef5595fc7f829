// says: All threads share the sorting
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 0, 1, part[1]
__global__ void sort_keys(int* keys) {
  __shared__ int part[N];
  int i = threadIdx.x;
  part[i] = keys[i];
  __syncthreads();
  if (i == 0)
    for (int end = N - 1; end > 0; --end)
      for (int k = 0; k < end; ++k)
        if (part[k] > part[k + 1]) {
          int key = part[k];
          part[k] = part[k + 1];
          part[k + 1] = key;
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
