// A scan of more elements than a block has threads. Each block scans its elements and stores their sum. The same kernel
// then scans these sums, and finally each block adds the sum of all blocks before it. There are three launches on the
// same arrays, because only the end of a launch guarantees that all blocks are done.
// in, out and data have n elements, sums has one for each block. A block has BLOCK threads.
//! n = 20
//! block = "BLOCK"
//! [[launches]]
//! entry = "scan_each_block"
//! in = { sides = [20], fill = "counting" }
//! out = { sides = [20] }
//! sums = { sides = ["(n + BLOCK - 1) / BLOCK"] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! [[launches]]
//! entry = "scan_each_block"
//! in = "sums"
//! out = "scanned"
//! sums = "total"
//! n = "(n + BLOCK - 1) / BLOCK"
//! grid = 1
//! [[launches]]
//! entry = "add_sums_before"
//! data = "out"
//! sums = "scanned"
//! n = 20
//! grid = "(n + BLOCK - 1) / BLOCK"
const int BLOCK = 8;

__global__ void scan_each_block(const int* in, int* out, int* sums, int n) {
  __shared__ int part[2][BLOCK];
  int tid = threadIdx.x;
  int i = blockIdx.x * BLOCK + tid;
  int from = 0;
  part[from][tid] = i < n ? in[i] : 0;
  __syncthreads();  // no thread adds an element before it is stored
  for (int s = 1; s < BLOCK; s *= 2) {
    int sum = part[from][tid];
    if (tid >= s)
      sum += part[from][tid - s];
    from = 1 - from;
    part[from][tid] = sum;
    __syncthreads();  // the next step reads what this one stored, and overwrites what it read
  }
  if (i < n)
    out[i] = part[from][tid];
  if (tid == BLOCK - 1)
    sums[blockIdx.x] = part[from][tid];
}

__global__ void add_sums_before(int* data, const int* sums, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n && blockIdx.x > 0)
    data[i] += sums[blockIdx.x - 1];
}

// The reference of each kernel.
void reference(const int* in, int* out, int* sums, int n) {
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] + (i % BLOCK > 0 ? out[i - 1] : 0);
    sums[i / BLOCK] = out[i];
  }
}

void reference(int* data, const int* sums, int n) {
  for (int i = BLOCK; i < n; ++i)
    data[i] += sums[i / BLOCK - 1];
}

// The reference of all launches: the scan.
void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] + (i > 0 ? out[i - 1] : 0);
}
