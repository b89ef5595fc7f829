// Each thread copies four adjacent elements with one load and one store of 16 bytes. A load of a warp takes 16 sectors
// and uses all of them, so a quarter of the loads move the same bytes.
// in and out have n elements; n is a multiple of 4.
//! n = 1000
//! in = { sides = [250, 4], fill = "ramp" }
//! out = { sides = [250, 4] }
//! grid = 1
//! block = 256
__global__ void copy_four_at_once(const float4* in, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4)
    out[i] = in[i];
}

void reference(const float4* in, float4* out, int n) {
  for (int i = 0; i < n / 4; ++i)
    out[i] = in[i];
}
