// says: on counts, line
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

// Right within a block, where turns are taken one after the other. Blocks still meet in counts.
__global__ void tally(const int* votes, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int choice = i < n ? votes[i] % CHOICES : -1;
  for (int turn = 0; turn < blockDim.x; ++turn) {
    if (turn == threadIdx.x && choice >= 0)
      counts[choice] += 1;
    __syncthreads();
  }
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
