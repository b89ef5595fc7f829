//! grid = 2
//! block = 64
//! out = { sides = [128], fill = "zeros" }
__global__ void fill(int* out) {
  __shared__ unsigned char bytes[64];
  unsigned t = threadIdx.x;
  if (t < 16) ((int*)bytes)[t] = 0;
  __syncthreads();
  out[blockIdx.x * 64 + t] = bytes[63 - t];
}
