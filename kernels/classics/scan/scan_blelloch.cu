// Blelloch's scan: up a tree of sums, and down again, where each node passes on the sum of all elements to its left. 7
// additions up and 7 down for 8 elements, in 6 steps: twice the minimum, but fewer than in Hillis and Steele's scan.
// in and out have ELEMENTS elements, a power of two; out[k] is the sum of all elements before in[k]. One block of
// ELEMENTS / 2 threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS / 2"
const int ELEMENTS = 8;

__global__ void scan_blelloch(const int* in, int* out) {
  __shared__ int sums[ELEMENTS];
  int tid = threadIdx.x;
  sums[tid] = in[tid];
  sums[tid + ELEMENTS / 2] = in[tid + ELEMENTS / 2];
  for (int s = 1; s < ELEMENTS; s *= 2) {
    __syncthreads();  // a step adds what was loaded, or what the previous step stored
    int right = (tid + 1) * 2 * s - 1;
    if (right < ELEMENTS)
      sums[right] += sums[right - s];
  }
  if (tid == 0)
    sums[ELEMENTS - 1] = 0;  // thread 0 itself stored the old sum, so no barrier is needed
  for (int s = ELEMENTS / 2; s > 0; s /= 2) {
    __syncthreads();  // a step reads what the previous step stored
    int right = (tid + 1) * 2 * s - 1;
    if (right < ELEMENTS) {
      int left_sum = sums[right - s];
      sums[right - s] = sums[right];
      sums[right] += left_sum;
    }
  }
  __syncthreads();  // no thread copies a sum before it is complete
  out[tid] = sums[tid];
  out[tid + ELEMENTS / 2] = sums[tid + ELEMENTS / 2];
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k) {
    out[k] = sum;
    sum += in[k];
  }
}
