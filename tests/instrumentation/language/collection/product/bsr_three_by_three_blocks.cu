// Block sparse rows with 3x3 blocks (elasticity), float3 vectors.
struct Mat3 {
  float a[3][3];
};

__device__ inline float3 operator*(const Mat3& m, const float3& v) {
  return make_float3(m.a[0][0] * v.x + m.a[0][1] * v.y + m.a[0][2] * v.z,
                     m.a[1][0] * v.x + m.a[1][1] * v.y + m.a[1][2] * v.z,
                     m.a[2][0] * v.x + m.a[2][1] * v.y + m.a[2][2] * v.z);
}

__device__ inline float3& operator+=(float3& u, float3 v) {
  u.x += v.x, u.y += v.y, u.z += v.z;
  return u;
}

__global__ void bsr_mv(const Mat3* blocks, const int* block_col, const int* row_start,
                       const float3* x, float3* y, int block_rows) {
  const int br = blockIdx.x * blockDim.x + threadIdx.x;
  if (br >= block_rows) return;
  float3 sum = {};
  for (int b = row_start[br]; b < row_start[br + 1]; ++b)
    sum += blocks[b] * x[block_col[b]];
  y[br] = sum;
}
