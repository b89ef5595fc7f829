//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// Counts without atomicAdd: store one more only if nobody has changed the count since it was read.
__global__ void tally(const int* votes, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* cell = &counts[votes[i] % CHOICES];
  int old = atomicAdd(cell, 0);
  int seen;
  do {
    seen = old;
    old = atomicCAS(cell, seen, seen + 1);
  } while (old != seen);
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
