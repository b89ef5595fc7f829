// says: launch 3
//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 0, 1, part[1]
// The keys are from 0 to 9, so each can be counted. Other keys are not.
__global__ void sort_keys(int* keys) {
  __shared__ int part[10];
  int i = threadIdx.x;
  if (i < 10)
    part[i] = 0;
  __syncthreads();
  atomicAdd(&part[keys[i] % 10], 1);
  __syncthreads();
  int key = 0;
  for (int before = 0; key < 9 && before + part[key] <= i; ++key)
    before += part[key];
  keys[i] = key;
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
