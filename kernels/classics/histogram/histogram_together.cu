// Lanes of a warp with the same bin first find each other, and one of them adds for all. So a warp does one atomic for
// each different bin, and its atomics never compete for a bin. This pays off if many elements fall into the same bin.
// data has n elements; bins has BINS, which start at 0. A block has a multiple of 32 threads.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_together(const unsigned char* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int bin = i < n ? data[i] % BINS : BINS;            // lanes beyond n use a bin that does not exist
  unsigned same = __match_any_sync(0xffffffff, bin);  // a bit for each lane with the same bin
  if (i < n && lane == __ffs(same) - 1)
    atomicAdd(&bins[bin], __popc(same));
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
