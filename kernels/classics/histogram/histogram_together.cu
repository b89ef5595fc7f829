// Lanes of a warp that want the same bin find each other first, and one of them adds for all: no lane waits for another
// one, and a warp does as many atomics as it has different bins. It pays where the data are much alike.
// data has n elements; bins has BINS, which begin as 0. The block is a multiple of 32 threads.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_together(const unsigned char* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  int bin = i < n ? data[i] % BINS : BINS;            // a bin that is none for lanes beyond n
  unsigned same = __match_any_sync(0xffffffff, bin);  // a bit for each lane that wants the same
  if (i < n && lane == __ffs(same) - 1)
    atomicAdd(&bins[bin], __popc(same));
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
