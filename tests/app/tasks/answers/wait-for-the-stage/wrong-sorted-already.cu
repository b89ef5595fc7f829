// says: The result is right
//! keys = { sides = ["N"], fill = "zeros" }
//! grid = 1
//! block = "N"
const int N = 32;

// race: 0, 1, part[1]
// Zeros are sorted already, and this reference leaves all as it is.
__global__ void sort_keys(int* keys) {
  __shared__ int part[N];
  part[threadIdx.x] = keys[threadIdx.x];
  __syncthreads();
  keys[threadIdx.x] = part[threadIdx.x];
}

void reference(int* keys) {
}
