// Blelloch's scan with an empty place after every 32 elements. Nodes that are 2 * s apart would all lie in a few banks.
// With a shift of one bank for each row of 32 they lie in different banks. Without padding, 64 elements cause 2-way
// bank conflicts, and 1024 up to 32-way ones. With padding, up to 1024 elements cause none, and 2048 cause 2-way ones.
// in and out have ELEMENTS elements, a power of two; out[k] is the sum of all elements before in[k]. One block of
// ELEMENTS / 2 threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS / 2"
const int ELEMENTS = 64;

__device__ int place(int k) { return k + k / 32; }

__global__ void scan_blelloch_padded(const int* in, int* out) {
  __shared__ int sums[ELEMENTS + ELEMENTS / 32];
  int tid = threadIdx.x;
  sums[place(tid)] = in[tid];
  sums[place(tid + ELEMENTS / 2)] = in[tid + ELEMENTS / 2];
  for (int s = 1; s < ELEMENTS; s *= 2) {
    __syncthreads();  // a step adds what was loaded, or what the previous step stored
    int right = (tid + 1) * 2 * s - 1;
    if (right < ELEMENTS)
      sums[place(right)] += sums[place(right - s)];
  }
  if (tid == 0)
    sums[place(ELEMENTS - 1)] = 0;  // thread 0 itself stored the old sum, so no barrier is needed
  for (int s = ELEMENTS / 2; s > 0; s /= 2) {
    __syncthreads();  // a step reads what the previous step stored
    int right = (tid + 1) * 2 * s - 1;
    if (right < ELEMENTS) {
      int left_sum = sums[place(right - s)];
      sums[place(right - s)] = sums[place(right)];
      sums[place(right)] += left_sum;
    }
  }
  __syncthreads();  // no thread copies a sum before it is complete
  out[tid] = sums[place(tid)];
  out[tid + ELEMENTS / 2] = sums[place(tid + ELEMENTS / 2)];
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k) {
    out[k] = sum;
    sum += in[k];
  }
}
