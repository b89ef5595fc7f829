__global__ void bools(const bool* keep, const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = keep[i] ? in[i] : 0;
}
