//! grid = 2
//! block = 64
//! out = { sides = [128], fill = "zeros" }
// Bytes that are cleared four at a time, and used without a barrier.
__global__ void fill(int* out) {
  __shared__ unsigned char bytes[64];
  unsigned t = threadIdx.x;
  if (t < 16) ((int*)bytes)[t] = 0;
  out[blockIdx.x * 64 + t] = bytes[63 - t];
}
//= race bytes 8 store, 9 load
//= uninitialised_read bytes 9 load
