// Slow: one thread computes the running sums of in, and the others are idle. It does ELEMENTS - 1 additions, the
// minimum, one after another.
// in and out have ELEMENTS elements; out[k] is the sum of in[0] to in[k]. One block of any size.
//! in = { sides = ["ELEMENTS"], fill = "counting" }
//! out = { sides = ["ELEMENTS"] }
//! grid = 1
//! block = "ELEMENTS"
const int ELEMENTS = 8;

__global__ void scan_serial(const int* in, int* out) {
  if (threadIdx.x > 0)
    return;
  int sum = in[0];
  out[0] = sum;
  for (int k = 1; k < ELEMENTS; ++k) {
    sum += in[k];
    out[k] = sum;
  }
}

void reference(const int* in, int* out) {
  int sum = 0;
  for (int k = 0; k < ELEMENTS; ++k)
    out[k] = sum += in[k];
}
