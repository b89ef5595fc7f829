struct Params {
  int count;
  float2 scale;
  unsigned char flags;
};

__global__ void members(float* out, dim3 block, float3 v, Params p) {
  int i = threadIdx.x;
  if (i < p.count * (int)block.x) out[i] = v.x + v.y * p.scale.x + p.scale.y + block.y + p.flags;
}
