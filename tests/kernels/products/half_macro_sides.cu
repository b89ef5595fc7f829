// The depth is a macro, the other sides are given.
// A B C: x w y
#define DEPTH 24

__global__ void dense(const float* x, const float* w, float* y, int batch, int units) {
  int unit = blockIdx.x * blockDim.x + threadIdx.x;
  int sample = blockIdx.y * blockDim.y + threadIdx.y;
  if (unit >= units || sample >= batch) return;
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < DEPTH; ++i) sum = fmaf(x[sample * DEPTH + i], w[i * units + unit], sum);
  y[sample * units + unit] = sum;
}
