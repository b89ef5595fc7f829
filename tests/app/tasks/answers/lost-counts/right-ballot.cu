//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// One ballot for each choice, and one atomic for all lanes that raised their hands.
#define LANE (threadIdx.x & 31u)

__global__ void tally(const int* __restrict__ votes, int* __restrict__ counts, int n) {
  unsigned here = __activemask();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = i < n ? votes[i] & (CHOICES - 1) : -1;
#pragma unroll
  for (int c = 0; c < CHOICES; ++c) {
    unsigned hands = __ballot_sync(here, mine == c);
    if (hands && LANE == (unsigned)c)
      atomicAdd(&counts[c], __popc(hands));
  }
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
