//! keys = { sides = ["N"], fill = "random" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 2, 1, part[3]
// Both partners look, and each of them stores its own key: the smaller or the greater one. Two
// barriers a stage.
#define SWAP_DISTANCE(k, j) for (int j = (k) >> 1; j > 0; j >>= 1)

__global__ void sort_keys(int* __restrict__ keys) {
  __shared__ int s[N];
  const int t = threadIdx.x;
  int k = keys[t];
#pragma unroll
  for (int size = 2; size <= N; size <<= 1)
    SWAP_DISTANCE(size, j) {
      s[t] = k;
      __syncthreads();
      const int o = s[t ^ j];
      k = ((t & j) == 0) == ((t & size) == 0) ? min(k, o) : max(k, o);
      __syncthreads();
    }
  keys[t] = k;
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
