// Keeps the elements above a limit, adjacent and in order, within one warp. __ballot_sync gives a bit for each lane
// that keeps its element, and the number of bits set below its own gives its place. No atomics, no shared memory.
// in and out have 32 elements; kept has 1. The block is one warp.
//! limit = 4
//! in = { sides = [32], fill = "random" }
//! out = { sides = [32] }
//! kept = { sides = [1] }
//! grid = 1
//! block = 32
__global__ void warp_compact_ballot(const int* in, int* out, int* kept, int limit) {
  int lane = threadIdx.x;
  int element = in[lane];
  unsigned keep = __ballot_sync(0xffffffff, element > limit);
  unsigned below = (1u << lane) - 1;  // the lanes before this one
  if (element > limit)
    out[__popc(keep & below)] = element;
  if (lane == 0)
    kept[0] = __popc(keep);
}

void reference(const int* in, int* out, int* kept, int limit) {
  for (int i = 0; i < 32; ++i)
    if (in[i] > limit)
      out[kept[0]++] = in[i];
}
