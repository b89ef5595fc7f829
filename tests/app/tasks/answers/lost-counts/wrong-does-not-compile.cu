// says: atomicAdd
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

__global__ void tally(const int* votes, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(counts[votes[i] % CHOICES], 1);
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
