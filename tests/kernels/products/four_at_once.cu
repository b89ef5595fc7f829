// Four columns a thread, moved as one.
// A B C: a b c
__global__ void quads(const float* a, const float* b, float* c, int m, int n, int k) {
  int q = (blockIdx.x * blockDim.x + threadIdx.x) * 4, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || q + 3 >= n) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int p = 0; p < k; ++p) {
    const float4 v = *reinterpret_cast<const float4*>(b + p * n + q);
    const float s = a[i * k + p];
    sum.x += s * v.x;
    sum.y += s * v.y;
    sum.z += s * v.z;
    sum.w += s * v.w;
  }
  reinterpret_cast<float4*>(c + i * n + q)[0] = sum;
}
