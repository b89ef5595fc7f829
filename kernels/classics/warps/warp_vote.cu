// Votes: each lane of a warp says yes or no, and all lanes get the result. __ballot_sync gives one bit per
// lane, __any_sync says whether any lane said yes, and __all_sync whether all did.
// in has 64 elements; out has three numbers per warp: a bit for each odd element, any above 60, all above 0.
// A block has 64 threads.
//! in = { sides = [64], fill = "counting" }
//! out = { sides = [2, 3] }
//! grid = 1
//! block = 64
__global__ void warp_vote(const int* in, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int element = in[i];
  unsigned odd = __ballot_sync(0xffffffff, element % 2 == 1);
  int any = __any_sync(0xffffffff, element > 60);
  int all = __all_sync(0xffffffff, element > 0);
  if (threadIdx.x % 32 == 0) {
    int warp = i / 32;
    out[3 * warp] = odd;
    out[3 * warp + 1] = any;
    out[3 * warp + 2] = all;
  }
}

void reference(const int* in, unsigned* out) {
  for (int warp = 0; warp < 2; ++warp) {
    unsigned odd = 0, any = 0, all = 1;
    for (int lane = 0; lane < 32; ++lane) {
      int element = in[warp * 32 + lane];
      if (element % 2 == 1)
        odd |= 1u << lane;
      if (element > 60)
        any = 1;
      if (element <= 0)
        all = 0;
    }
    out[3 * warp] = odd;
    out[3 * warp + 1] = any;
    out[3 * warp + 2] = all;
  }
}
