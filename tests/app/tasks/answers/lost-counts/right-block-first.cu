//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// The block counts in shared memory; one thread for each choice takes the counts to global memory.
__global__ void tally(const int* votes, int* counts, int n) {
  __shared__ int ours[CHOICES];
  const int t = threadIdx.x;
  for (int c = t; c < CHOICES; c += blockDim.x)
    ours[c] = 0;
  __syncthreads();
  const int at = blockIdx.x * blockDim.x + t;
  if (at < n)
    atomicAdd(&ours[votes[at] % CHOICES], 1);
  __syncthreads();
  for (int c = t; c < CHOICES; c += blockDim.x)
    if (ours[c] != 0)
      atomicAdd(&counts[c], ours[c]);
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
