// says: ours
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// Shared counts that nobody has set to 0: they begin with whatever was there.
__global__ void tally(const int* votes, int* counts, int n) {
  __shared__ int ours[CHOICES];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&ours[votes[i] % CHOICES], 1);
  __syncthreads();
  if (threadIdx.x < CHOICES)
    atomicAdd(&counts[threadIdx.x], ours[threadIdx.x]);
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
