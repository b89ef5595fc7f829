// Wrong: a histogram without atomics. If two threads read the same count, both store that count plus one, and one
// count is lost. If threads run one after another, none is lost, so the kernel passes tests on some machines.
// data has n elements; bins has BINS, which start at 0.
//! n = 256
//! data = { sides = [256], fill = "random" }
//! bins = { sides = ["BINS"], fill = "zeros" }
//! grid = 2
//! block = 128
const int BINS = 8;

__global__ void histogram_no_atomics(const unsigned char* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bins[data[i] % BINS] += 1;  // the mistake: other threads may change the bin meanwhile
}

void reference(const unsigned char* data, int* bins, int n) {
  for (int i = 0; i < n; ++i)
    bins[data[i] % BINS] += 1;
}
