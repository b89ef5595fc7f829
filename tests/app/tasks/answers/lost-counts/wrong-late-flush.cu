// says: on ours, line
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// No barrier before the counts of the block are taken: in order it comes out right.
__global__ void tally(const int* votes, int* counts, int n) {
  __shared__ int ours[CHOICES];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < CHOICES) ours[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&ours[votes[i] % CHOICES], 1);
  if (t >= blockDim.x - CHOICES)
    atomicAdd(&counts[t - (blockDim.x - CHOICES)], ours[t - (blockDim.x - CHOICES)]);
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
