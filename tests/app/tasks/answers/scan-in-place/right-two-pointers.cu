//! n = 40
//! in = { sides = ["n"], fill = "counting" }
//! out = { sides = ["n"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
#define BLOCK 16

template <typename T>
__device__ void exchange(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}

// Two arrays that change places.
__global__ void prefix(const int* in, int* out, int n) {
  __shared__ int ping[BLOCK], pong[BLOCK];
  int* src = ping;
  int* dst = pong;
  const int t = threadIdx.x, g = blockIdx.x * BLOCK + t;
  src[t] = g < n ? in[g] : 0;
  __syncthreads();
  for (int offset = 1; offset < BLOCK; offset <<= 1) {
    dst[t] = t >= offset ? src[t] + src[t - offset] : src[t];
    __syncthreads();
    exchange(src, dst);
  }
  if (g < n) out[g] = src[t];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k] + (k % BLOCK > 0 ? out[k - 1] : 0);
}
