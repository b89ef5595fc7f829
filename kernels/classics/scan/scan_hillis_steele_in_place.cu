// Wrong: Hillis and Steele's scan in place. In step s each thread adds the element s places to its left. But that
// element may change in the same step, before or after it is read.
// in and out have ELEMENTS elements; out[k] is the sum of in[0] to in[k]. One block of ELEMENTS threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS"
const int ELEMENTS = 8;

__global__ void scan_hillis_steele_in_place(const int* in, int* out) {
  __shared__ int sums[ELEMENTS];
  int tid = threadIdx.x;
  sums[tid] = in[tid];
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = 1; s < ELEMENTS; s *= 2) {
    if (tid >= s)
      sums[tid] += sums[tid - s];  // the mistake: thread tid - s changes it in the same step
    __syncthreads();  // the next step adds what this one stored
  }
  out[tid] = sums[tid];
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k)
    out[k] = sum += in[k];
}
