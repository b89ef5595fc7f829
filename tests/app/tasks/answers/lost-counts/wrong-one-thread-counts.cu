// says: At most one load for each thread
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

__global__ void tally(const int* votes, int* counts, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      counts[votes[i] % CHOICES]++;
}

void reference(const int* votes, int* counts, int n) {
  for (int i = 0; i < n; ++i)
    counts[votes[i] % CHOICES] += 1;
}
