// Wrong: dot_warp_atomic, but with a plain += for the sums of the warps. Each warp loads the result, adds
// to it and stores it; if another warp stores in between, the other warp's sum is lost.
// a and b have n elements; out has one element, initially 0. A block consists of whole warps.
//! n = 200
//! a = { sides = [200], fill = "random" }
//! b = { sides = [200], fill = "random" }
//! out = { sides = [1], fill = "zeros" }
//! grid = 2
//! block = 64
__global__ void dot_no_atomic(const float* a, const float* b, float* out, int n) {
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  for (int s = 16; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0)
    out[0] += sum;
}

void reference(const float* a, const float* b, float* out, int n) {
  for (int i = 0; i < n; ++i)
    out[0] += a[i] * b[i];
}
