// The stencil with a weight for each neighbour, in constant memory. All lanes read the same weight at the same time, so
// one broadcast serves the warp. Weights in global memory would take one more load for each product.
// in and out have n elements; beyond the ends there are zeros. A block has BLOCK threads, at least 2 * RADIUS.
//! n = 120
//! in = { sides = [120], fill = "counting" }
//! out = { sides = [120] }
//! grid = "(n + BLOCK - 1) / BLOCK"
//! block = "BLOCK"
const int BLOCK = 32;
const int RADIUS = 2;
#define WEIGHTS {1, 4, 6, 4, 1}
__constant__ int weights[2 * RADIUS + 1] = WEIGHTS;

__global__ void stencil_constant(const int* in, int* out, int n) {
  __shared__ int tile[RADIUS + BLOCK + RADIUS];
  int tid = threadIdx.x;
  int first = blockIdx.x * BLOCK - RADIUS;  // the element at the beginning of the tile
  for (int k = tid; k < BLOCK + 2 * RADIUS; k += BLOCK)
    tile[k] = first + k >= 0 && first + k < n ? in[first + k] : 0;
  __syncthreads();  // no thread reads the tile before it is full, halo included
  int i = blockIdx.x * BLOCK + tid;
  if (i >= n)
    return;
  int sum = 0;
  for (int k = 0; k <= 2 * RADIUS; ++k)
    sum += weights[k] * tile[tid + k];
  out[i] = sum;
}

void reference(const int* in, int* out, int n) {
  const int weights_here[2 * RADIUS + 1] = WEIGHTS;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k <= 2 * RADIUS; ++k)
      if (i - RADIUS + k >= 0 && i - RADIUS + k < n)
        out[i] += weights_here[k] * in[i - RADIUS + k];
}
