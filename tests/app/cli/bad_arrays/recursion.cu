__device__ int down(int n) { return n < 1 ? 0 : down(n - 1) + 1; }

__global__ void recursion(int* out, int n) { out[threadIdx.x] = down(n); }
