// The running sums of a warp, passed from register to register: 5 steps of Hillis and Steele, with no shared memory and
// no barrier. A lane that has no lane s places to its left gets its own sum back, and must not add it.
// in and out have 32 elements; out[k] is the sum of in[0] to in[k]. One block of 32 threads.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS"
const int ELEMENTS = 32;

__global__ void scan_warp_shuffle(const int* in, int* out) {
  int lane = threadIdx.x;
  int sum = in[lane];
  for (int s = 1; s < 32; s *= 2) {
    int left_sum = __shfl_up_sync(0xffffffff, sum, s);  // all lanes wait here, so all must reach this line
    if (lane >= s)
      sum += left_sum;
  }
  out[lane] = sum;
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k)
    out[k] = sum += in[k];
}
