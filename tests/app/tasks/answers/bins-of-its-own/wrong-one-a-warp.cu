// says: atomics of bins
//! n = 160
//! pixels = { sides = ["n"], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = "(n + 63) / 64"
//! block = 64
const int BINS = 8;

// One atomic for all lanes of a warp that want the same bin: a block of two warps does too many.
__global__ void shades(const unsigned char* pixels, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bin = i < n ? pixels[i] % BINS : BINS;
  unsigned same = __match_any_sync(__activemask(), bin);
  if (i < n && threadIdx.x % 32 == __ffs(same) - 1)
    atomicAdd(&bins[bin], __popc(same));
}

void reference(const unsigned char* pixels, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[pixels[i] % BINS] += 1;
}
