// Hillis and Steele's scan with two barriers per step: all read, then all store. 7 + 6 + 4 = 17 additions for 8
// elements in 3 steps: more additions than one thread needs, but fewer steps.
// in and out have ELEMENTS elements; out[k] is the sum of in[0] to in[k]. One block of ELEMENTS threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS"
const int ELEMENTS = 8;

__global__ void scan_hillis_steele_two_barriers(const int* in, int* out) {
  __shared__ int sums[ELEMENTS];
  int tid = threadIdx.x;
  int sum = in[tid];
  sums[tid] = sum;
  __syncthreads();  // no thread reads an element before it is stored
  for (int s = 1; s < ELEMENTS; s *= 2) {
    if (tid >= s)
      sum += sums[tid - s];
    __syncthreads();  // no thread overwrites a sum that is still being read
    sums[tid] = sum;
    __syncthreads();  // the next step reads what this one stored
  }
  out[tid] = sum;
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k)
    out[k] = sum += in[k];
}
