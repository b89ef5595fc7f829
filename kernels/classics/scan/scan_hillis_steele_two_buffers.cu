// Hillis and Steele's scan with two buffers that swap roles after each step. No thread writes to the buffer that is
// read in the same step, so one barrier per step is enough. 17 additions for 8 elements in 3 steps.
// in and out have ELEMENTS elements; out[k] is the sum of in[0] to in[k]. One block of ELEMENTS threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS"
const int ELEMENTS = 8;

__global__ void scan_hillis_steele_two_buffers(const int* in, int* out) {
  __shared__ int sums[2][ELEMENTS];
  int tid = threadIdx.x;
  int from = 0;
  sums[from][tid] = in[tid];
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = 1; s < ELEMENTS; s *= 2) {
    int sum = sums[from][tid];
    if (tid >= s)
      sum += sums[from][tid - s];
    from = 1 - from;
    sums[from][tid] = sum;
    __syncthreads();  // the next step reads what this one stored, and overwrites what it read
  }
  out[tid] = sums[from][tid];
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k)
    out[k] = sum += in[k];
}
