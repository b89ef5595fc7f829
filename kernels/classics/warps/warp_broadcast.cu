// One lane loads, and all lanes get the value: __shfl_sync gives each lane the value of the lane that the call names.
// Each warp scales its 32 elements by its own factor, which is loaded once per warp.
// in and out have n elements; factors has one per warp. A block consists of whole warps.
//! n = 50
//! in = { sides = [50], fill = "counting" }
//! factors = { sides = [2], fill = "counting" }
//! out = { sides = [50] }
//! grid = 1
//! block = 64
__global__ void warp_broadcast(const int* in, const int* factors, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int factor = 0;
  if (threadIdx.x % 32 == 0)
    factor = factors[i / 32];
  factor = __shfl_sync(0xffffffff, factor, 0);
  if (i < n)
    out[i] = in[i] * factor;
}

void reference(const int* in, const int* factors, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * factors[i / 32];
}
