// says: 104 global loads; should be at most 59
//! n = 52
//! in = { sides = ["n + 1"], fill = "random" }
//! out = { sides = ["n"] }
//! grid = 2
//! block = "BLOCK"
// race: (0,0), (0,1), piece[1]
const int BLOCK = 8;

// Nothing is shared, so nobody can race.
__global__ void steps(const int* in, int* out, int n) {
  for (int k = blockIdx.x * BLOCK + threadIdx.x; k < n; k += gridDim.x * BLOCK)
    out[k] = in[k + 1] - in[k];
}

void reference(const int* in, int* out, int n) {
  for (int k = 0; k < n; ++k)
    out[k] = in[k + 1] - in[k];
}
