// Ping-pong shared memory: while buffer `cur` is multiplied, the next slab is
// already under way in registers.
namespace {

constexpr int kTile  = 64;
constexpr int kDepth = 16;
constexpr int kPer   = 4;                       // 4x4 results a thread
constexpr int kThreads = (kTile / kPer) * (kTile / kPer);
static_assert(kThreads == 256, "written for 256 threads");
static_assert(kTile * kDepth % (kThreads * 4) == 0, "one float4 each");

__device__ __forceinline__ float4 ldg4(const float* p) {
  return __ldg(reinterpret_cast<const float4*>(p));
}

}  // namespace

__global__ void __launch_bounds__(kThreads, 2)
gemm_pingpong(const float* __restrict__ lhs, const float* __restrict__ rhs,
              float* __restrict__ out, int rows, int cols, int inner)
{
  __shared__ __align__(16) float sa[2][kDepth][kTile + 4];
  __shared__ __align__(16) float sb[2][kDepth][kTile];

  const int t  = threadIdx.x;
  const int ar = t / 4, ac = (t % 4) * 4;       // 64 rows, 4 float4 in a row
  const int br = t / 16, bc = (t % 16) * 4;     // 16 rows, 16 float4 in a row
  const int ty = (t / 16) * kPer, tx = (t % 16) * kPer;

  const float* pa = lhs + (blockIdx.y * kTile + ar) * inner + ac;
  const float* pb = rhs + br * cols + blockIdx.x * kTile + bc;

  float4 va = ldg4(pa), vb = ldg4(pb);
  sa[0][ac + 0][ar] = va.x; sa[0][ac + 1][ar] = va.y;
  sa[0][ac + 2][ar] = va.z; sa[0][ac + 3][ar] = va.w;
  *reinterpret_cast<float4*>(&sb[0][br][bc]) = vb;
  __syncthreads();

  float acc[kPer][kPer] = {};
  int cur = 0;
  for (int k0 = 0; k0 < inner; k0 += kDepth) {
    const bool more = k0 + kDepth < inner;
    if (more) {
      pa += kDepth;
      pb += kDepth * cols;
      va = ldg4(pa);
      vb = ldg4(pb);
    }
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      const float4 fa = *reinterpret_cast<const float4*>(&sa[cur][k][ty]);
      const float4 fb = *reinterpret_cast<const float4*>(&sb[cur][k][tx]);
      const float xa[kPer] = {fa.x, fa.y, fa.z, fa.w};
      const float xb[kPer] = {fb.x, fb.y, fb.z, fb.w};
#pragma unroll
      for (int i = 0; i < kPer; ++i)
#pragma unroll
        for (int j = 0; j < kPer; ++j) acc[i][j] = fmaf(xa[i], xb[j], acc[i][j]);
    }
    if (more) {
      cur ^= 1;
      sa[cur][ac + 0][ar] = va.x; sa[cur][ac + 1][ar] = va.y;
      sa[cur][ac + 2][ar] = va.z; sa[cur][ac + 3][ar] = va.w;
      *reinterpret_cast<float4*>(&sb[cur][br][bc]) = vb;
      __syncthreads();
    }
  }

  float* dst = out + (blockIdx.y * kTile + ty) * cols + blockIdx.x * kTile + tx;
#pragma unroll
  for (int i = 0; i < kPer; ++i, dst += cols)
    *reinterpret_cast<float4*>(dst) =
        make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
  (void)rows;
}
